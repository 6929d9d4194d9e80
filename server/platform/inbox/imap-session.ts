import type { InboxSettings } from './inbox-settings.ts'
import { MAIL_LIMITS } from './incoming-mail.ts'

/** The one thing that is written to the mailbox: this keyword, on mails that belong to an application. */
const TAKEN_KEYWORD = 'Wellhead'

/** Times within which the mail server must respond, in milliseconds. A connection on which nothing happens is looked after sooner. */
const DEADLINES = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 90_000 }
/** IDLE begins anew so often; servers end one that lasts half an hour. In milliseconds. */
const IDLE_MS = 4 * 60_000
/** Mails whose beginnings are fetched together: up to 2 MB. */
const TOGETHER = 32

/** The beginning of a mail, how long all of it is, in bytes, and when it came to the mailbox. */
export type MailHead = { uid: number; size: number; receivedAt: Date; source: Uint8Array<ArrayBuffer> }

/** An open mailbox. Every method throws when the connection has ended. */
export type ImapSession = {
  /** While this is the same, a UID means the same mail (RFC 9051, 2.3.1.1). */
  uidValidity: string
  /** The UIDs of mails after one, in ascending order; or of those that arrived since a day. */
  list(from: { afterUid: number } | { since: Date }): Promise<number[]>
  /** The beginnings of mails, in the order of their UIDs; what was deleted meanwhile is missing. */
  readHeads(uids: readonly number[]): AsyncGenerator<MailHead>
  /** A mail up to a number of bytes; undefined when it was deleted meanwhile. */
  read(uid: number, maxBytes: number): Promise<Uint8Array<ArrayBuffer> | undefined>
  /** Puts the keyword on a mail, where the server keeps keywords. */
  mark(uid: number): Promise<void>
  /** Whether the connection has ended. */
  isClosed(): boolean
  close(): void
}

/**
 * Opens the mailbox. Nothing is deleted, moved or marked as read in it.
 * @param onNew is called when the server says that mail has come
 */
export async function openImapSession(settings: InboxSettings, onNew: () => void): Promise<ImapSession> {
  // A site without a mailbox never loads the library.
  const { ImapFlow } = await import('imapflow')
  const { host, port, isTlsAtOnce, requiresTls, checksCertificate, user, password, folder } = settings
  const client = new ImapFlow({
    ...{ host, port, secure: isTlsAtOnce, ...DEADLINES, maxIdleTime: IDLE_MS, logger: false },
    ...(requiresTls && { doSTARTTLS: true }),
    tls: { rejectUnauthorized: checksCertificate },
    auth: { user, pass: password },
    maxLiteralSize: MAIL_LIMITS.wholeBytes + 1_024,
    maxResponseSize: MAIL_LIMITS.wholeBytes + 1_000_000,
    maxLineLength: 16_000_000,
  })
  let isClosed = false
  client.on('close', () => {
    isClosed = true
  })
  // Whatever is under way is rejected too.
  client.on('error', () => client.close())
  try {
    await client.connect()
    const mailbox = await client.mailboxOpen(folder)
    client.on('exists', onNew)
    const keepsKeywords =
      mailbox.readOnly !== true &&
      (mailbox.permanentFlags?.has('\\*') === true || mailbox.permanentFlags?.has(TAKEN_KEYWORD) === true)
    return {
      uidValidity: String(mailbox.uidValidity),

      list: async (from) => {
        // A search finds what the server has told of: it does so with this.
        await client.noop()
        const query = 'since' in from ? { since: from.since } : { uid: `${from.afterUid + 1}:*` }
        const found = (await client.search(query, { uid: true })) || []
        // A range that ends with the last mail always has that one, also where it begins after it.
        const after = 'since' in from ? 0 : from.afterUid
        return found.filter((uid) => uid > after).toSorted((one, other) => one - other)
      },

      async *readHeads(uids) {
        for (let start = 0; start < uids.length; start += TOGETHER) {
          const query = {
            uid: true,
            size: true,
            internalDate: true,
            source: { start: 0, maxLength: MAIL_LIMITS.headBytes },
          }
          const mails = await client.fetchAll(uids.slice(start, start + TOGETHER).join(','), query, { uid: true })
          for (const { uid, size, internalDate, source } of mails.toSorted((one, other) => one.uid - other.uid)) {
            if (!source) continue
            const receivedAt = new Date(internalDate ?? Number.NaN)
            yield { uid, size: size ?? source.length, receivedAt, source: new Uint8Array(source) }
          }
        }
      },

      read: async (uid, maxBytes) => {
        const query = { source: { start: 0, maxLength: maxBytes } }
        const mail = await client.fetchOne(String(uid), query, { uid: true })
        return mail ? mail.source && new Uint8Array(mail.source) : undefined
      },

      mark: async (uid) => {
        if (keepsKeywords) await client.messageFlagsAdd(String(uid), [TAKEN_KEYWORD], { uid: true, silent: true })
      },

      isClosed: () => isClosed,
      close: () => client.close(),
    }
  } catch (error) {
    client.close()
    throw error
  }
}

/** What a fault of the mailbox means for the operator: the server's own words, without those of the library. */
export function inboxFault(error: unknown): string {
  const { message, responseText, code } = error as Error & { responseText?: string; code?: string }
  return String(responseText || [message, code].filter(Boolean).join(' ')).slice(0, 500)
}
