import { randomUUID } from 'node:crypto'
import type { TimedWork } from '../../platform/every.ts'
import { type ImapSession, inboxFault, type MailHead, openImapSession } from '../../platform/inbox/imap-session.ts'
import type { InboxSettings } from '../../platform/inbox/inbox-settings.ts'
import { type IncomingMail, MAIL_LIMITS } from '../../platform/inbox/incoming-mail.ts'
import { createMailParser, type MailParser } from '../../platform/inbox/mail-parser.ts'
import type { Services } from '../feature.ts'
import type { ReplyTags } from '../messages/reply-tags.ts'
import {
  holdInbox,
  LeaseLost,
  nameMailbox,
  noteInboxFault,
  noteRead,
  noteReadToEnd,
  type Reader,
  readInbox,
  releaseInbox,
} from './inbox-position.ts'
import { matchMail } from './match-mail.ts'
import { openReplyFiles } from './reply-files.ts'
import { takeMail } from './take-mail.ts'

/** The mailbox is looked at so often, also where the server does not say that mail has come. In milliseconds. */
const POLL_MS = 20_000
/** Attempts to reach a mailbox that cannot be read wait longer each time, up to this. In milliseconds. */
const LONGEST_WAIT_MS = 15 * 60_000
/** A mailbox that was never read, or that was made anew, is read from so long ago. In milliseconds. */
const FIRST_READ_MS = 30 * 24 * 60 * 60_000
/** One mail, and one list, must be read within this time. In milliseconds. */
const STEP_MS = 120_000
/** Attempts to store one mail; one that the database never takes must not keep the others out. */
const MOST_ATTEMPTS = 5

type Reading = Pick<
  Services,
  'db' | 'clock' | 'log' | 'hash' | 'config' | 'outbox' | 'stores' | 'validator' | 'scan' | 'shareOf'
>

/**
 * Reads the mailbox of replies: what belongs to an application is stored with it, all else is left alone. One process reads at a time,
 * over a connection that stays open. Each mail is stored once: the position moves in the transaction that stores it, and another copy
 * has the same identity. Null without a mailbox.
 */
export function readingMailbox(services: Services): TimedWork | null {
  const { inbox } = services.config
  if (!inbox) return null
  const reader = createMailboxReader(services, inbox)
  return { name: 'read-mailbox', everyMs: POLL_MS, isDueAtStart: true, faultLevel: 'warn', run: reader.run }
}

function createMailboxReader(services: Reading, inbox: InboxSettings) {
  const { db, clock, log, config } = services
  // SQLite has one process, which need not wait for one that was killed.
  const reader: Reader = { mailbox: nameMailbox(inbox), holder: config.postgres ? randomUUID() : 'the only process' }
  const replyTo = config.mail?.replyTo ?? config.mail?.from
  const tags: ReplyTags | null = inbox.tagsReplies && replyTo ? { hash: services.hash, address: replyTo.address } : null
  const parser = createMailParser(log)
  const attempts = new Map<number, number>()
  let session: ImapSession | undefined
  let underWay: Promise<void> = Promise.resolve()
  let stopped: AbortSignal | undefined
  let faults = 0
  let notBefore = 0

  const isStopped = () => stopped?.aborted === true

  const close = () => {
    session?.close()
    session = undefined
  }

  /** The connection, which stays open from one reading to the next. */
  const openOrKeep = async () => {
    if (session?.isClosed()) close()
    session ??= await within(openImapSession(inbox, onNew), () => undefined)
    return session
  }

  /** Reads what has come. @throws what is wrong with the mailbox */
  const read = async () => {
    if (isStopped() || clock().getTime() < notBefore) return
    if (!(await holdInbox(db, reader, clock()))) return close()
    try {
      const open = await openOrKeep()
      await readNew({ ...services, reader, session: open, parser, tags, attempts, isStopped })
      await noteReadToEnd(db, reader, clock())
      faults = 0
    } catch (error) {
      close()
      if (!isStopped() && !(error instanceof LeaseLost)) await noteFault(inboxFault(error))
    }
  }

  /** Notes a fault for people, and waits longer before the next attempt. @throws it for the log */
  const noteFault = async (fault: string) => {
    faults += 1
    notBefore = clock().getTime() + Math.min(LONGEST_WAIT_MS, POLL_MS * 2 ** (faults - 1))
    await noteInboxFault(db, reader, { fault, now: clock() })
    throw new Error(`The mailbox of replies cannot be read: ${fault}`)
  }

  /** One reading after the other. */
  const readInTurn = () => {
    const reading = underWay.then(read)
    underWay = reading.catch(() => undefined)
    return reading
  }

  const onNew = () => {
    readInTurn().catch((error) => log.warn({ err: error }, 'mailbox not read'))
  }

  const stop = async () => {
    close()
    await Promise.all([underWay, parser.stop()])
    await releaseInbox(db, reader).catch(() => undefined)
  }

  return {
    run: async (signal: AbortSignal) => {
      if (!stopped) {
        stopped = signal
        signal.addEventListener('abort', () => void stop(), { once: true })
      }
      await readInTurn()
    },
  }
}

type OpenReading = Reading & {
  reader: Reader
  session: ImapSession
  parser: MailParser
  tags: ReplyTags | null
  /** Of mails that could not be stored, by UID. */
  attempts: Map<number, number>
  isStopped(): boolean
}

async function readNew(reading: OpenReading): Promise<void> {
  const { db, clock, reader, session, isStopped } = reading
  const { uidValidity } = session
  const position = await readInbox(db, reader.mailbox)
  const isKnown = position?.uid_validity === uidValidity
  const from = isKnown
    ? { afterUid: Number(position.last_uid) }
    : { since: firstDay(position?.read_at ?? null, clock()) }
  const uids = await within(session.list(from), session.close)
  let last = 0
  for await (const head of session.readHeads(uids)) {
    if (isStopped()) return
    await takeHead(reading, head)
    last = head.uid
  }
  // What belongs to nothing, or was deleted meanwhile, is not looked at again.
  const uid = Math.max(last, uids.at(-1) ?? 0, isKnown ? Number(position.last_uid) : 0)
  if (!isKnown || uids.length > 0) await noteRead(db, reader, { uidValidity, uid, now: clock() })
}

/** A mailbox that was made anew is read from before it was last read. */
function firstDay(readAt: string | null, now: Date): Date {
  const DAY_MS = 24 * 60 * 60_000
  return new Date(
    Math.min(readAt === null ? now.getTime() : Date.parse(readAt) - 2 * DAY_MS, now.getTime() - FIRST_READ_MS),
  )
}

async function takeHead(reading: OpenReading, head: MailHead): Promise<void> {
  const { db, clock, log, reader, session, tags, attempts } = reading
  const { uidValidity } = session
  const { uid } = head
  const beginning = await reading.parser.parse({ source: head.source, isWhole: head.size <= head.source.length })
  const match = beginning && (await matchMail(db, beginning, tags))
  if (!beginning || !match) return
  const mail = (await within(readWhole(reading, head), session.close)) ?? beginning
  try {
    await using files = await openReplyFiles(reading, match.applicationId, mail)
    const isTaken = await db
      .transaction()
      .execute(async (trx) => {
        const times = { receivedAt: head.receivedAt, now: clock() }
        const isNew = await takeMail(trx, reading, { mail, match, times, files })
        await noteRead(trx, reader, { uidValidity, uid, now: clock() })
        return isNew
      })
      .catch(files.failed)
    if (isTaken) reading.outbox.wake()
  } catch (error) {
    if (error instanceof LeaseLost) throw error
    const count = (attempts.get(uid) ?? 0) + 1
    attempts.set(uid, count)
    if (count < MOST_ATTEMPTS) throw error
    log.error(
      { err: error, uid, folder: reading.config.inbox?.folder },
      'a reply cannot be stored and stays in the mailbox alone',
    )
  }
  attempts.delete(uid)
  // Where that fails, the mail is stored all the same.
  await within(session.mark(uid), session.close).catch((error) => log.debug({ err: error, uid }, 'mail not marked'))
}

/** A mail that belongs to an application is read whole; the beginning of one that is too long. */
async function readWhole({ session, parser }: OpenReading, head: MailHead): Promise<IncomingMail | undefined> {
  if (head.size <= head.source.length) return undefined
  const source = await session.read(head.uid, Math.min(head.size, MAIL_LIMITS.wholeBytes))
  return source && parser.parse({ source, isWhole: source.length >= head.size })
}

/** Ends what takes too long, together with the connection. */
async function within<Result>(work: Promise<Result>, end: () => void): Promise<Result> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      end()
      reject(new Error('The mail server takes too long.'))
    }, STEP_MS).unref()
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
