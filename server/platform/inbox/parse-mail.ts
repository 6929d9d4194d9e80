import { createHash } from 'node:crypto'
import { type Attachment, type HeaderLines, type ParsedMail, simpleParser } from 'mailparser'
import { type IncomingFile, type IncomingMail, MAIL_LIMITS } from './incoming-mail.ts'
import { type DeliveryStatus, natureOf, readDeliveryStatus } from './mail-nature.ts'
import { divideQuoted } from './quoted-text.ts'

/** A mail, or the beginning of one. */
export type UnparsedMail = {
  source: Uint8Array<ArrayBuffer>
  /** Whether the source is all of it: otherwise its last part is broken off. */
  isWhole: boolean
  /** Whether only its header is read: for a mail whose body breaks the parser. */
  isHeaderOnly: boolean
}

/** Nested messages stay closed, and nothing is converted that no one reads. */
const OPTIONS = {
  ignoreEmbedded: true,
  keepDeliveryStatus: true,
  skipTextToHtml: true,
  skipTextLinks: true,
  skipImageLinks: true,
  maxHtmlLengthToParse: 1_000_000,
  maxHeadSize: 256 * 1024,
  maxChildNodes: 100,
}

const MESSAGE_ID = /<[^<>\s]+>/g
const LONGEST_ID = 998
/** Looking for the identity of a returned message ends here, in characters. */
const RETURNED_WITHIN = 1_000_000

/**
 * Understands one mail. It takes as much time and memory as the mail demands: only a worker with limits calls it with mail of strangers.
 * @throws for a mail that the parser refuses
 */
export async function parseMail({ source, isWhole, isHeaderOnly }: UnparsedMail): Promise<IncomingMail> {
  const bytes = Buffer.from(source.buffer, source.byteOffset, source.byteLength)
  const bodyStart = startOfBody(bytes)
  const parsed = await simpleParser(isHeaderOnly ? bytes.subarray(0, bodyStart) : bytes, OPTIONS)
  const header = headerReader(parsed.headerLines)
  const from = senderOf(parsed)
  const status = statusOf(parsed)
  const isReport = /^\s*multipart\/report\b/i.test(header('content-type') ?? '')
  const nature = natureOf(header, { isReport, status, from: from?.address })
  const isReturned = nature === 'bounce' || nature === 'delay'
  const text = clean(parsed.text ?? '')
  const kept = text.slice(0, MAIL_LIMITS.text)
  const references = messageIdsIn(header('references'))
  const body = bytes.subarray(bodyStart)
  return {
    ...{ nature, from, references },
    messageId: messageIdsIn(header('message-id'))[0] ?? null,
    answers: [...new Set([...messageIdsIn(header('in-reply-to')), ...references.toReversed()])],
    recipients: recipientsIn(parsed.headerLines),
    subject: oneLine(parsed.subject ?? ''),
    sentAt: dateOf(parsed),
    ...divideQuoted(kept),
    isCut: !isWhole || isHeaderOnly || isUnread(parsed) || kept !== text,
    report: isReturned ? { words: clean(status?.words || firstLines(kept)), returned: returnedIn(body) } : null,
    ...(isReturned ? { files: [], leftOut: [] } : filesOf(parsed, isWhole)),
    bodyHash: createHash('sha256').update(body).digest('hex'),
  }
}

/** The first sender that has an address. */
function senderOf({ from }: ParsedMail): IncomingMail['from'] {
  const all = from?.value.flatMap((each) => [each, ...(each.group ?? [])]) ?? []
  const sender = all.find(({ address }) => address)
  if (!sender?.address) return null
  return { name: oneLine(sender.name) || null, address: clean(sender.address).slice(0, 320) }
}

/** What the first report in a mail says that says something. */
function statusOf({ attachments }: ParsedMail): DeliveryStatus | undefined {
  const reports = attachments.filter(({ contentType }) => contentType === 'message/delivery-status')
  return reports.map(({ content }) => readDeliveryStatus(content.toString('latin1'))).find(Boolean)
}

function dateOf({ date }: ParsedMail): string | null {
  return date && !Number.isNaN(date.getTime()) ? date.toISOString() : null
}

function oneLine(text: string): string {
  return clean(text).replaceAll(/\s+/g, ' ').trim().slice(0, MAIL_LIMITS.line)
}

/** Where the content of a mail begins, after its header. */
function startOfBody(bytes: Buffer): number {
  const ends = [bytes.indexOf('\r\n\r\n'), bytes.indexOf('\n\n')].filter((at) => at >= 0)
  return ends.length === 0 ? bytes.length : Math.min(...ends) + 2
}

/** Reads headers as they were sent, unfolded, the first of each name. */
function headerReader(lines: HeaderLines) {
  const values = new Map<string, string>()
  for (const { key, line } of lines.slice(0, 1_000))
    if (!values.has(key)) values.set(key, line.slice(line.indexOf(':') + 1).replaceAll(/\r?\n[ \t]*/g, ' '))
  return (name: string) => values.get(name)
}

function messageIdsIn(header = ''): string[] {
  const ids = header.slice(0, 64 * 1024).match(MESSAGE_ID) ?? []
  // A long chain keeps its end, which is the latest.
  return ids.filter(({ length }) => length <= LONGEST_ID).slice(-MAIL_LIMITS.references)
}

/** The identities of messages that a report returns, whole or by their headers. */
function returnedIn(body: Buffer): string[] {
  const text = body.subarray(0, RETURNED_WITHIN).toString('latin1')
  const ids = [...text.matchAll(/^Message-ID:[ \t]*(?:\r?\n[ \t]+)?(<[^<>\s]+>)/gim)].map(([, id]) => id ?? '')
  return [...new Set(ids)].filter(({ length }) => length <= LONGEST_ID).slice(0, MAIL_LIMITS.references)
}

function recipientsIn(lines: HeaderLines): string[] {
  const names = ['to', 'cc', 'delivered-to', 'x-original-to', 'envelope-to']
  const words = lines
    .filter(({ key }) => names.includes(key))
    .flatMap(({ line }) => line.slice(0, 16 * 1024).split(/[\s<>,;:"()]/))
  const found = words.filter((word) => word.includes('@') && word.length <= 320)
  return [...new Set(found.map((address) => address.toLowerCase()))].slice(0, MAIL_LIMITS.recipients)
}

/** Files that a person attached. Pictures within the text are none, nor are signatures and returned messages. */
function filesOf({ attachments }: ParsedMail, isWhole: boolean): { files: IncomingFile[]; leftOut: string[] } {
  const attached = attachments.filter((each) => !each.related && !NO_FILES.has(each.contentType))
  // The last part of a mail that was not read whole may be broken off.
  const read = isWhole ? attached.slice(0, MAIL_LIMITS.files) : []
  return {
    files: read.map((each) => ({ name: nameOf(each), content: new Uint8Array(each.content) })),
    leftOut: attached
      .slice(read.length)
      .slice(0, MAIL_LIMITS.fileNames)
      .map((each) => nameOf(each)),
  }
}

const NO_FILES = new Set([
  'message/delivery-status',
  'message/disposition-notification',
  'text/rfc822-headers',
  'application/pgp-signature',
  'application/pkcs7-signature',
  'application/x-pkcs7-signature',
])

function nameOf({ filename }: Attachment): string {
  return clean(filename ?? '').slice(0, 255)
}

/** Whether it has a text that could not be turned into plain text: nested too deeply, or too long. */
function isUnread({ text, html }: ParsedMail): boolean {
  return !text && Boolean(html)
}

function firstLines(text: string): string {
  return text.trim().slice(0, 500)
}

/** A text without what no database keeps and no page shows: control characters, half characters, other line ends. */
function clean(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) =>
      '\n\t'.includes(character) ? character : '',
    )
}
