import MailComposer from 'nodemailer/lib/mail-composer'
import { escapeMarkup } from '../../../contract/wire/escape-text.ts'
import { unixLines } from '../../../contract/wire/text-rules.ts'
import type { Mailbox } from './mail-settings.ts'
import { plainName } from './plain-name.ts'

/** A message about to leave. */
export type OutgoingMail = {
  from: Mailbox
  to: Mailbox
  replyTo: Mailbox | null
  subject: string
  /** The text, whose lines may end as on any system. */
  text: string
  /** With angle brackets. The same at every attempt, so that a mail server recognises a repetition. */
  messageId: string
  /** Message ids of earlier messages about the same application, oldest first. */
  references: readonly string[]
  date: Date
  /** Whether no person wrote it (RFC 3834). */
  isAutomatic: boolean
  /** Where one POST ends mails like this one (RFC 8058); null or left out where there is nothing to end. */
  unsubscribeUrl?: string | null
  /** An invitation to an interview, or its cancellation, as an iCalendar file; null without one. */
  calendar?: string | null
  attachments?: readonly { fileName: string; mediaType: string; content: string }[]
}

/** A message as it travels, with the addresses for the mail server. */
export type ComposedMail = { from: string; to: string; content: Buffer }

/** Composes the bytes of a message: its text, and the same text as minimal HTML. */
export async function composeMail(mail: OutgoingMail): Promise<ComposedMail> {
  // A carriage return alone is no line end in a mail (RFC 5321, 2.3.8), and some servers refuse it.
  const text = unixLines(mail.text)
  const composer = new MailComposer({
    from: toHeader(mail.from),
    // Any visitor may have typed it.
    to: toHeader({ ...mail.to, name: plainName(mail.to.name) }),
    ...(mail.replyTo && { replyTo: toHeader(mail.replyTo) }),
    subject: mail.subject,
    text,
    html: toHtml(text),
    messageId: mail.messageId,
    references: [...mail.references],
    ...(mail.references.length > 0 && { inReplyTo: mail.references.at(-1) }),
    date: mail.date,
    headers: {
      ...(mail.isAutomatic && { 'Auto-Submitted': 'auto-generated' }),
      ...(mail.unsubscribeUrl && {
        'List-Unsubscribe': { prepared: true, value: `<${mail.unsubscribeUrl}>` },
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    attachments: (mail.attachments ?? []).map(({ fileName, mediaType, content }) => ({
      filename: fileName,
      contentType: mediaType,
      content,
    })),
    ...(mail.calendar && {
      icalEvent: { method: methodOf(mail.calendar), filename: 'invitation.ics', content: mail.calendar },
    }),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { from: mail.from.address, to: mail.to.address, content: await composer.compile().build() }
}

/** The method of an iCalendar file, which the header of its part repeats (RFC 6047). */
function methodOf(calendar: string): string {
  return /^METHOD:([A-Z]+)\r$/m.exec(calendar)?.[1] ?? 'PUBLISH'
}

function toHeader({ name, address }: Mailbox) {
  return { name: name ?? '', address }
}

/** Longest address that is shown whole, in characters; the link of a receipt has a thousand. */
const SHOWN_LENGTH = 120

/** An address as a reader sees it: of a long one only the part before the fragment. */
function shorten(address: string): string {
  return address.length > SHOWN_LENGTH ? address.replace(/#.*/, '#…') : address
}

const ADDRESS = /(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)])/

/** The paragraphs of a text, with its web addresses as links; nothing that a mail program would have to load. */
function toHtml(text: string): string {
  const paragraphs = text
    .trim()
    .split(/\n{2,}/)
    .map((paragraph) => `<p>${linkAddresses(paragraph).replaceAll('\n', '<br>\n')}</p>`)
  return `<!doctype html>\n<meta charset="utf-8">\n<div style="max-width:38em;font:16px/1.5 sans-serif;overflow-wrap:anywhere">\n${paragraphs.join('\n')}\n</div>\n`
}

function linkAddresses(text: string): string {
  // Splitting by a group puts what it has matched at the odd places.
  const parts = text.split(ADDRESS)
  const toPart = (part: string, index: number) =>
    index % 2 === 1 ? `<a href="${escapeMarkup(part)}">${escapeMarkup(shorten(part))}</a>` : escapeMarkup(part)
  return parts.map(toPart).join('')
}
