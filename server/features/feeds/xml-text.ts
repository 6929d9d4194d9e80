import { escapeMarkup } from '../../../contract/wire/escape-text.ts'

/** What XML 1.0 allows no document to contain (section 2.2): most control characters, lone surrogates, two noncharacters. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

/** Removes the characters that no XML document may contain. */
export function withoutForbidden(text: string): string {
  return text.replaceAll(FORBIDDEN, '')
}

/** Makes any text safe as XML or HTML text and inside a quoted attribute. */
export function escapeXml(text: string): string {
  return escapeMarkup(withoutForbidden(text))
}

/** Writes a text as a CDATA section; a text that contains the end of one is split into two. */
export function cdata(text: string): string {
  return `<![CDATA[${withoutForbidden(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`
}

/** An element with escaped text. */
export function element(name: string, text: string): string {
  return `<${name}>${escapeXml(text)}</${name}>`
}

/** An element whose text is a CDATA section; nothing where there is no text. */
export function cdataElement(name: string, text: string | null | undefined): string {
  return text ? `<${name}>${cdata(text)}</${name}>` : ''
}

/** A date as RSS writes it: RFC 822 with a year of four digits. */
export function rfc822Date(instant: string): string {
  return new Date(instant).toUTCString()
}
