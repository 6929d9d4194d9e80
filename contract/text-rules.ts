/**
 * What is taken out of typed text before it is judged or stored: characters that nobody types, that no one sees, and
 * that a database or a reader may choke on. Everything else is kept as it was typed.
 */

/** Control characters but tab and line ends; marks that turn the direction of the text around them; zero-width space. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point
const UNSEEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200b\u202a-\u202e\u2066-\u2069\ufeff]/g

/** Takes up no room on the screen: controls, formats, fillers, and what fonts draw as nothing (braille blank, object replacement, null notehead). */
const BLANK = /[\p{C}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/gu
/** Something to see by itself: a space or a mark alone is nothing. */
const VISIBLE = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}\u2800\ufffc\u{1d159}]/u

/** Longer texts are refused anyway. In characters, before accents and letters are put together. */
const LONGEST_COMPOSED = 500

/**
 * The same text with accents written in one way (NFC), whatever keyboard it was typed on. A long one stays as it is:
 * Unicode sorts the marks of a letter in quadratic time, so that a sign-in of 250 kB would take half a minute.
 */
export function composeAccents(text: string): string {
  return text.length > LONGEST_COMPOSED ? text : text.normalize('NFC')
}

/** A text of several lines; one in which there is nothing to see is empty. */
export function cleanText(text: string): string {
  const cleaned = text.replaceAll(UNSEEN, '').toWellFormed()
  return VISIBLE.test(cleaned) ? cleaned : ''
}

/** A text of one line: line ends and tabs become spaces, none at either end. */
export function cleanLine(text: string): string {
  return cleanText(text)
    .replaceAll(/[\t\r\n]+/g, ' ')
    .trim()
}

/** How many characters of a text take up room on the screen; joiners within a name or a flag do not count. */
export function visibleLength(text: string): number {
  return text.replaceAll(BLANK, '').length
}
