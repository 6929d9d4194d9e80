import MailComposer from 'nodemailer/lib/mail-composer'
import { unixLines } from '../../../contract/wire/text-rules.ts'
import type { CardButton } from './card/card-blocks.ts'
import { composeCard, LOGO_ID, type MailBrand } from './card/mail-card.ts'
import type { Mailbox } from './mail-settings.ts'
import { plainName } from './plain-name.ts'

/** A message about to leave. */
export type OutgoingMail = {
  from: Mailbox
  to: Mailbox
  replyTo: Mailbox | null
  subject: string
  /** One sentence above the card; the subject without its reference where it is left out. */
  title?: string
  /** The text, whose lines may end as on any system. The card is made from it: `readBlocks`. */
  text: string
  /** The address in the text that becomes the button of the card; null or left out for none. */
  button?: CardButton | null
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

/** Composes the bytes of a message: its text, and the same text as a card. @param brand whose mail it is */
export async function composeMail(mail: OutgoingMail, brand: MailBrand): Promise<ComposedMail> {
  // A carriage return alone is no line end in a mail (RFC 5321, 2.3.8), and some servers refuse it.
  const text = unixLines(mail.text)
  const { subject, title = subject.replace(REFERENCE, ''), button = null } = mail
  const logo = await brand.logo()
  const composer = new MailComposer({
    from: toHeader(mail.from),
    // Any visitor may have typed it.
    to: toHeader({ ...mail.to, name: plainName(mail.to.name) }),
    ...(mail.replyTo && { replyTo: toHeader(mail.replyTo) }),
    subject,
    text,
    html: composeCard({ subject, title, text, button }, { ...brand, logo }),
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
    attachments: [
      ...(mail.attachments ?? []).map(({ fileName, mediaType, content }) => ({
        filename: fileName,
        contentType: mediaType,
        content,
      })),
      ...(logo ? [{ filename: 'logo.png', contentType: 'image/png', content: logo.png, ...RELATED }] : []),
    ],
    ...(mail.calendar && {
      icalEvent: { method: methodOf(mail.calendar), filename: 'invitation.ics', content: mail.calendar },
    }),
    newline: 'win',
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return { from: mail.from.address, to: mail.to.address, content: await composer.compile().build() }
}

/** The reference at the end of a subject, which the table of the card names. */
const REFERENCE = / \(APP-\d+\)$/

/** A part that only the card refers to: no program lists it as an attachment. */
const RELATED = { cid: LOGO_ID, contentDisposition: 'inline' } as const

/** The method of an iCalendar file, which the header of its part repeats (RFC 6047). */
function methodOf(calendar: string): string {
  return /^METHOD:([A-Z]+)\r$/m.exec(calendar)?.[1] ?? 'PUBLISH'
}

function toHeader({ name, address }: Mailbox) {
  return { name: name ?? '', address }
}
