import type { FastifyBaseLogger } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../clock.ts'
import { lockRow } from '../database/row-locks.ts'
import type { Db, Tables } from '../database/tables.ts'
import { scheduleTask } from '../outbox/outbox-queries.ts'
import { handleTask, KindPaused, type TaskAttempt, type TaskHandler, type TaskPlace } from '../outbox/task-kinds.ts'
import { MailFault } from './mail-fault.ts'
import type { MailEnd, MailKind, MailRow } from './mail-kind.ts'
import { endOutage, noteOutage, pauseOf } from './mail-outage.ts'
import { type MailSender, SLOW_MS } from './mail-sender.ts'
import type { MailSettings } from './mail-settings.ts'
import { isGivenUp, retryDelayMs } from './retry-times.ts'
import { timeToNextMail } from './sending-rate.ts'

/** What sending needs. Without a mail server, mails end as not sent. */
export type MailSending = { db: Kysely<Tables>; clock: Clock; log: FastifyBaseLogger; mail: MailSender | null }

const OPEN = ['waiting', 'sending'] as const

/** A mail with the place of its task, which its next task keeps. */
type Placed = { place: TaskPlace }

/**
 * Makes what sends the mails of one kind, one at a time. Each leaves once, whatever happens to the program or the mail server:
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
 */
export function handleMail<Row extends MailRow, Content>(
  { db, clock, log, mail }: MailSending,
  kind: MailKind<Row, Content>,
): TaskHandler {
  const run = async (
    { id, taskNumber }: { id: number; taskNumber: number },
    { priority, share, letOthersRun }: TaskAttempt,
  ) => {
    const found = await findOpen(id, taskNumber)
    if (!found) return
    const row: Row & Placed = { ...found, place: { priority, share } }
    if (row.state === 'sending' && row.content_begun_at !== null)
      return end(row, 'perhaps_sent', 'The program was stopped while the mail server took the mail.')
    await kind.prepare?.()
    const content = await kind.read(db, row)
    if (content === undefined) return waitOrEnd(row, 0)
    if (!mail) return end(row, 'not_sent', 'No mail server is configured (SMTP_URL).')
    await requireTurn(mail.settings)
    await attempt(mail, row, { content, letOthersRun })
  }

  const findOpen = async (id: number, taskNumber: number) => {
    const row = await kind.find(db, id)
    return row?.task_number === taskNumber && isOpen(row) ? row : undefined
  }

  /** @throws {KindPaused} during a pause of all mail, and until the rate lets another one leave */
  const requireTurn = async ({ perMinute }: MailSettings) => {
    const now = clock()
    const waitMs = (await pauseOf(db, now)) ?? (await timeToNextMail(db, kind, perMinute, now))
    if (waitMs > 0) throw new KindPaused(now, new Date(now.getTime() + waitMs))
  }

  const attempt = async (
    { settings, send }: MailSender,
    read: Row & Placed,
    { content, letOthersRun }: Pick<TaskAttempt, 'letOthersRun'> & { content: Content },
  ) => {
    const begun = await begin(read, content)
    if (!begun) return
    const slow = setTimeout(letOthersRun, SLOW_MS).unref()
    const { row, parts } = begun
    const { from, replyTo } = settings
    const outgoing = { ...parts, from, replyTo, messageId: row.message_id, date: clock() }
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
  const begin = (read: Row & Placed, content: Content) =>
    inTransaction(read, async (trx) => {
      const state = {
        ...{ state: 'sending' as const, attempts: read.attempts + 1, content_begun_at: null },
        // One that was asked for once more begins anew.
        ...(read.attempts === 0 && { deferred_since: null }),
      }
      const row = { ...read, ...state, attempted_at: clock().toISOString() }
      const isBegun = await change(trx, read, OPEN, { ...state, attempted_at: row.attempted_at })
      return isBegun ? { row, parts: await kind.compose(trx, row, content) } : undefined
    })

  /** Until the mail server is ready, a minute may pass, and any time where the process was paused. @throws to send nothing */
  const beginContent = async (row: Row, then: Content) => {
    await kind.prepare?.()
    const isNoted = await inTransaction(row, async (trx) => {
      const present = await readAgain(trx, row)
      if (present === undefined || kind.isStillTrue?.(then, present) === false)
        throw new Error('What it says is no longer true.')
      return change(trx, row, ['sending'], { content_begun_at: clock().toISOString() })
    })
    if (!isNoted) throw new Error('Another process sends it.')
  }

  const afterFault = async (row: Row & Placed, fault: MailFault) => {
    const { outcome, message } = fault
    kind.noteFault?.(row, fault)
    if (outcome === 'uncertain') return end(row, 'perhaps_sent', message)
    if (outcome === 'refused') return end(row, 'failed', message, true)
    await waitOrEnd(row, await delayAfter(row, fault), message.slice(0, MOST_OF_RESPONSE))
  }

  /** @returns how long a mail waits after a fault; with all others, where the fault concerns all */
  const delayAfter = async (row: Row, fault: MailFault) => {
    const now = clock()
    const begun = row.attempted_at ?? now.toISOString()
    const until = await db.transaction().execute((trx) => noteOutage(trx, fault, { begun, now }))
    if (fault.scope !== 'message') log.warn({ err: fault, kind: kind.task.kind, until }, 'mail does not leave')
    return fault.scope === 'all' && until ? Math.max(0, until.getTime() - now.getTime()) : retryDelayMs(row.attempts)
  }

  const readAgain = async (trx: Transaction<Tables>, { id }: Row) => {
    const row = await kind.find(trx, id)
    return row && kind.read(trx, row)
  }

  /** Lets a mail wait, or ends one with nothing to say. @param response of an attempt that has failed */
  const waitOrEnd = async (row: Row & Placed, delayMs: number, response: string | null = null) => {
    await kind.prepare?.()
    return inTransaction(row, async (trx) => {
      if ((await readAgain(trx, row)) === undefined) return noteEnd(trx, row, { state: kind.withoutContent, response })
      if (response === null) return wait(trx, row, delayMs)
      if (isGivenUp(row.deferred_since, clock()))
        return noteEnd(trx, row, { state: 'failed', response: `Given up after five days: ${response}` })
      const deferredSince = row.deferred_since ?? clock().toISOString()
      await wait(trx, { ...row, deferred_since: deferredSince }, delayMs, { response })
    })
  }

  const wait = async (
    trx: Transaction<Tables>,
    row: Row & Placed,
    delayMs: number,
    noted: { response?: string } = {},
  ) => {
    const [now, taskNumber, { deferred_since }] = [clock(), row.task_number + 1, row]
    if (!(await change(trx, row, OPEN, { state: 'waiting', task_number: taskNumber, deferred_since }))) return
    await kind.noteWait?.(trx, [row.id], { until: new Date(now.getTime() + delayMs), ...noted })
    await scheduleTask(trx, { ...kind.task({ id: row.id, taskNumber }), ...row.place }, now, delayMs)
  }

  const end = (row: Row, state: MailEnd['state'], response: string, isAddressRefused = false) =>
    inTransaction(row, (trx) => noteEnd(trx, row, { state, response, isAddressRefused }))

  const noteEnd = async (
    trx: Transaction<Tables>,
    row: Row,
    { state, response, isAddressRefused = false }: MailEnd,
  ) => {
    const from = state === 'sent' ? (['sending', 'perhaps_sent'] as const) : OPEN
    const isEnded = await change(trx, row, from, { state })
    if (isEnded && state === 'sent') await endOutage(trx)
    const said = response?.slice(0, MOST_OF_RESPONSE) ?? null
    if (isEnded) await kind.noteEnd?.(trx, row, { state, response: said, isAddressRefused })
  }

  /** Waits for what is changing the mail, and keeps others from changing it until the end. */
  const inTransaction = <Result>(row: Row, work: (trx: Transaction<Tables>) => Promise<Result>) =>
    db.transaction().execute(async (trx) => {
      await kind.lock?.(trx, row)
      await lockRow(trx, kind.table, row.id)
      return work(trx)
    })

  /** @returns whether the mail was still as it was read */
  const change = async (
    on: Db,
    { id, task_number, attempts }: MailRow,
    from: readonly ('waiting' | 'sending' | 'perhaps_sent')[],
    columns: Partial<Omit<MailRow, 'state'>> & { state?: MailEnd['state'] | (typeof OPEN)[number] },
  ) => {
    const { numUpdatedRows } = await on
      .updateTable(kind.table)
      .set(columns as object)
      .where('id', '=', id)
      .where('task_number', '=', task_number)
      .where('attempts', '=', attempts)
      .where('state', 'in', from)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  }

  // The mails of a kind take turns, but for those with which the mail server is slow.
  return handleTask(kind.task, run, { atOnce: 1, waitingAtOnce: kind.atOnce })
}

/** What is kept of the response of a mail server, in characters. */
const MOST_OF_RESPONSE = 1_000

function isOpen({ state }: MailRow): boolean {
  return state === 'waiting' || state === 'sending'
}
