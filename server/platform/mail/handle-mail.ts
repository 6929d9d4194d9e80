import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import { OPEN_MAIL } from '../../../contract/messages/mail-terms.ts'
import type { Clock } from '../clock.ts'
import { lockRow } from '../database/row-locks.ts'
import type { Db, MailRow, Tables } from '../database/tables.ts'
import { handleTask, KindPaused, type TaskAttempt, type TaskHandler, type TaskPlace } from '../outbox/task-kinds.ts'
import { MailFault } from './mail-fault.ts'
import type { MailEnd, MailKinds } from './mail-kind.ts'
import { endOutage, noteOutage, pauseOf } from './mail-outage.ts'
import { changeMail, letMailsWait, sendMailTask } from './mail-queue.ts'
import { type MailSender, SLOW_MS } from './mail-sender.ts'
import { timeToNextMail } from './sending-rate.ts'

/** Mails that the mail server may have at once, each on its own connection: one may wait for minutes. */
const AT_ONCE = 5

/** What is kept of the response of a mail server, in characters. */
const MOST_OF_RESPONSE = 1_000

const MINUTE_MS = 60_000
/** How long mail waits after its first attempts; then an hour each time. In minutes. */
const RETRY_MINUTES = [1, 5, 30]
const HOUR_MINUTES = 60
/** Mail that could not leave for so long has failed; mail servers keep theirs as long (RFC 5321, 4.5.4.1). */
const GIVEN_UP_MS = 5 * 24 * HOUR_MINUTES * MINUTE_MS

/** A mail with the place of its task, which its next task keeps. */
type Placed = MailRow & { place: TaskPlace }

/**
 * Makes what sends the mails of all kinds, one at a time. Each leaves once, whatever happens to the program or the mail server:
 *
 * 1. A run begins an attempt: its number in the row goes up. A run with an earlier number changes nothing any more.
 * 2. When the mail server is ready for the content, the row notes that. A mail that is no longer true ends instead.
 * 3. The row notes the end. A mail that may be tried again gets another task, and its earlier tasks do nothing.
 *
 * Whether a mail still has something to say is read in the transaction that acts on it, which first waits for a decision or a
 * deletion that is under way. So no cancellation is overlooked, and none is obeyed that has been undone.
 *
 * A run that finds the note of 2 without an end cannot know whether the mail has arrived. The mail is then perhaps sent, and
 * never repeated by itself. A paused process may still turn this into sent.
 * @param services.mail null without a mail server: mails then end as not sent
 */
export function handleMail(
  { db, clock, log, mail }: { db: Kysely<Tables>; clock: Clock; log: FastifyBaseLogger; mail: MailSender | null },
  kinds: MailKinds,
): TaskHandler {
  const run = async (
    { id, taskNumber }: { id: number; taskNumber: number },
    { priority, share, letOthersRun }: TaskAttempt,
  ) => {
    const stored = await find(db, id)
    if (!stored || stored.task_number !== taskNumber || !isOpen(stored)) return
    const row = { ...stored, place: { priority, share } }
    if (row.state === 'sending' && row.content_begun_at !== null)
      return end(row, 'perhaps_sent', 'The program was stopped while the mail server took the mail.')
    await kinds[row.kind].prepare?.()
    const content = await kinds[row.kind].read(db, row)
    if (content === undefined) return waitOrEnd(row, 0)
    if (!mail) return end(row, 'not_sent', 'No mail server is configured (SMTP_URL).')
    await requireTurn(row, mail)
    await attempt(mail, row, { content, letOthersRun })
  }

  /** @throws {KindPaused} during a pause of all mail, and until the rate lets another one leave */
  const requireTurn = async ({ kind, place }: Placed, { settings: { perMinute } }: MailSender) => {
    const now = clock()
    const pauseFor = (waitMs: number, priority?: number) => {
      if (waitMs > 0) throw new KindPaused(now, new Date(now.getTime() + waitMs), priority)
    }
    // What goes before it does not wait for this.
    if (kinds[kind].givesWay)
      pauseFor(await timeToNextMail(db, Math.ceil(perMinute / 2), now, givingWay), place.priority)
    pauseFor((await pauseOf(db, now)) ?? (await timeToNextMail(db, perMinute, now)))
  }
  const givingWay = (Object.keys(kinds) as MailRow['kind'][]).filter((kind) => kinds[kind].givesWay)

  const attempt = async (
    { settings: { from, replyTo }, send }: MailSender,
    read: Placed,
    { content, letOthersRun }: Pick<TaskAttempt, 'letOthersRun'> & { content: unknown },
  ) => {
    const begun = await begin(read, content)
    if (!begun) return
    const slow = setTimeout(letOthersRun, SLOW_MS).unref()
    const { row, parts } = begun
    const outgoing = { replyTo, ...parts, from, messageId: row.message_id, date: clock() }
    try {
      await end(row, 'sent', await send(outgoing, () => beginContent(row, content)))
    } catch (error) {
      if (!(error instanceof MailFault)) throw error
      await afterFault(row, error)
    } finally {
      clearTimeout(slow)
    }
  }

  /** @returns undefined when another process or an admin has changed the mail since it was read */
  const begin = (read: Placed, content: unknown) =>
    inTransaction(read, async (trx) => {
      const state = {
        ...{ state: 'sending' as const, attempts: read.attempts + 1, attempted_at: clock().toISOString() },
        content_begun_at: null,
        // One that was asked for once more begins anew.
        ...(read.attempts === 0 && { deferred_since: null }),
      }
      if (!(await changeMail(trx, read, OPEN_MAIL, state))) return undefined
      const row = { ...read, ...state }
      return { row, parts: await kinds[row.kind].compose(trx, row, content) }
    })

  /** Until the mail server is ready, a minute may pass, and any time where the process was paused. @throws to send nothing */
  const beginContent = async (row: Placed, then: unknown) => {
    const kind = kinds[row.kind]
    await kind.prepare?.()
    const isNoted = await inTransaction(row, async (trx) => {
      const present = await readAgain(trx, row)
      if (present === undefined || kind.isStillTrue?.(then, present) === false)
        throw new Error('What it says is no longer true.')
      return changeMail(trx, row, ['sending'], { content_begun_at: clock().toISOString() })
    })
    if (!isNoted) throw new Error('Another process sends it.')
  }

  const afterFault = async (row: Placed, fault: MailFault) => {
    const { outcome, message } = fault
    // Admins read of a message that was not sent on its application; of any other mail here.
    if (row.application_id === null) log.warn({ err: fault, mail: row.id, kind: row.kind }, 'mail not sent')
    if (outcome === 'uncertain') return end(row, 'perhaps_sent', message)
    if (outcome === 'refused') return end(row, 'failed', message, true)
    await waitOrEnd(row, await delayAfter(row, fault), message.slice(0, MOST_OF_RESPONSE))
  }

  /** @returns how long a mail waits after a fault; with all others, where the fault concerns all */
  const delayAfter = async (row: Placed, fault: MailFault) => {
    const now = clock()
    const begun = row.attempted_at ?? now.toISOString()
    const until = await db.transaction().execute((trx) => noteOutage(trx, fault, { begun, now }))
    if (fault.scope !== 'message') log.warn({ err: fault, kind: row.kind, until }, 'mail does not leave')
    return fault.scope === 'all' && until ? Math.max(0, until.getTime() - now.getTime()) : retryDelayMs(row.attempts)
  }

  const readAgain = async (trx: Transaction<Tables>, { id, kind }: Placed) => {
    const row = await find(trx, id)
    return row && kinds[kind].read(trx, row)
  }

  /** Lets a mail wait, or ends one with nothing to say. @param response of an attempt that has failed */
  const waitOrEnd = async (row: Placed, delayMs: number, response: string | null = null) => {
    const { prepare, withoutContent } = kinds[row.kind]
    await prepare?.()
    return inTransaction(row, async (trx) => {
      if ((await readAgain(trx, row)) === undefined) return noteEnd(trx, row, { state: withoutContent, response })
      const now = clock()
      const waiting = { from: OPEN_MAIL, now, delayMs, place: row.place }
      if (response === null) {
        await letMailsWait(trx, [row], waiting)
        return
      }
      if (isGivenUp(row.deferred_since, now))
        return noteEnd(trx, row, { state: 'failed', response: `Given up after five days: ${response}` })
      const columns = { deferred_since: row.deferred_since ?? now.toISOString(), response }
      await letMailsWait(trx, [row], { ...waiting, columns })
    })
  }

  const end = (row: Placed, state: MailEnd['state'], response: string, isAddressRefused = false) =>
    inTransaction(row, (trx) => noteEnd(trx, row, { state, response, isAddressRefused }))

  const noteEnd = async (trx: Transaction<Tables>, row: Placed, { state, response, isAddressRefused }: MailEnd) => {
    const from = state === 'sent' ? (['sending', 'perhaps_sent', 'dismissed'] as const) : OPEN_MAIL
    const said = response?.slice(0, MOST_OF_RESPONSE) ?? null
    const noted = { ...endOf(row, state, clock().toISOString()), ...(said !== null && { response: said }) }
    if (!(await changeMail(trx, row, from, noted))) return
    if (state === 'sent') await endOutage(trx)
    await kinds[row.kind].afterEnd?.(trx, row, { state, response: said, isAddressRefused: isAddressRefused ?? false })
  }

  /** Waits for what is changing the mail, and keeps others from changing it until the end. */
  const inTransaction = <Result>(row: Placed, work: (trx: Transaction<Tables>) => Promise<Result>) =>
    db.transaction().execute(async (trx) => {
      await kinds[row.kind].lock?.(trx, row)
      await lockRow(trx, 'mails', row.id)
      return work(trx)
    })

  // Mails take turns, but for those with which the mail server is slow.
  return handleTask(sendMailTask, run, { atOnce: 1, waitingAtOnce: AT_ONCE })
}

function find(db: Db, id: number): Promise<MailRow | undefined> {
  return db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
}

/** What the row of a mail that has ended notes. One that may have arrived before is never cancelled. */
function endOf({ perhaps_sent_at }: MailRow, state: MailEnd['state'], now: string) {
  if (state === 'perhaps_sent') return { state, settled_at: now, perhaps_sent_at: perhaps_sent_at ?? now }
  const isDismissed = state === 'cancelled' && perhaps_sent_at !== null
  return { state: isDismissed ? ('dismissed' as const) : state, settled_at: now }
}

function isOpen({ state }: MailRow): boolean {
  return state === 'waiting' || state === 'sending'
}

/** How long mail waits after an attempt that may be repeated, in milliseconds. */
function retryDelayMs(attempts: number): number {
  return (RETRY_MINUTES[attempts - 1] ?? HOUR_MINUTES) * MINUTE_MS
}

/** Whether mail is given up. @param since its first attempt that failed */
function isGivenUp(since: string | null, now: Date): boolean {
  return since !== null && now.getTime() - Date.parse(since) >= GIVEN_UP_MS
}
