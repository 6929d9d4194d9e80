import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../clock.ts'
import { lockRow } from '../database/row-locks.ts'
import type { Db, Tables } from '../database/tables.ts'
import { scheduleTask } from '../outbox/outbox-queries.ts'
import { handleTask, type TaskHandler } from '../outbox/task-kinds.ts'
import { MailFault } from './mail-fault.ts'
import type { MailEnd, MailKind, MailRow } from './mail-kind.ts'
import type { MailSender } from './mail-sender.ts'
import { retryDelayMs } from './retry-times.ts'
import { takeTurn } from './sending-rate.ts'

/** What sending needs. Without a mail server, mails end as not sent. */
export type MailSending = { db: Kysely<Tables>; clock: Clock; mail: MailSender | null }

const OPEN = ['waiting', 'sending'] as const

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
  { db, clock, mail }: MailSending,
  kind: MailKind<Row, Content>,
): TaskHandler {
  const run = async ({ id, taskNumber }: { id: number; taskNumber: number }) => {
    const row = await kind.find(db, id)
    if (!row || row.task_number !== taskNumber || !isOpen(row)) return
    if (row.state === 'sending' && row.content_begun_at !== null)
      return end(row, 'perhaps_sent', 'The program was stopped while the mail server took the mail.')
    const content = await kind.read(db, row)
    if (content === undefined) return waitOrEnd(row, 0)
    if (!mail) return end(row, 'not_sent', 'No mail server is configured (SMTP_URL).')
    const delayMs = await takeTurn(db, kind, mail.settings.perMinute, clock())
    if (delayMs > 0) return waitOrEnd(row, delayMs)
    await attempt(mail, row, content)
  }

  const attempt = async ({ settings, send }: MailSender, read: Row, content: Content) => {
    const begun = await begin(read, content)
    if (!begun) return
    const { row, parts } = begun
    const { from, replyTo } = settings
    const outgoing = { ...parts, from, replyTo, messageId: row.message_id, date: clock() }
    try {
      await end(row, 'sent', await send(outgoing, () => beginContent(row, content)))
    } catch (error) {
      if (!(error instanceof MailFault)) throw error
      await afterFault(row, error)
    }
  }

  /** @returns undefined when another process or an admin has changed the mail since it was read */
  const begin = (read: Row, content: Content) =>
    inTransaction(read, async (trx) => {
      const state = { state: 'sending' as const, attempts: read.attempts + 1, content_begun_at: null }
      const row = { ...read, ...state, attempted_at: clock().toISOString() }
      const isBegun = await change(trx, read, OPEN, { ...state, attempted_at: row.attempted_at })
      return isBegun ? { row, parts: await kind.compose(trx, row, content) } : undefined
    })

  /** Until the mail server is ready, a minute may pass, and any time where the process was paused. @throws to send nothing */
  const beginContent = async (row: Row, then: Content) => {
    const isNoted = await inTransaction(row, async (trx) => {
      const present = await readAgain(trx, row)
      if (present === undefined || kind.isStillTrue?.(then, present) === false)
        throw new Error('What it says is no longer true.')
      return change(trx, row, ['sending'], { content_begun_at: clock().toISOString() })
    })
    if (!isNoted) throw new Error('Another process sends it.')
  }

  const afterFault = async (row: Row, fault: MailFault) => {
    const { outcome, message, isAddressRefused } = fault
    kind.noteFault?.(row, fault)
    if (outcome === 'uncertain') return end(row, 'perhaps_sent', message)
    if (outcome === 'refused') return end(row, 'failed', message, isAddressRefused)
    await waitOrEnd(row, retryDelayMs(row.attempts), message)
  }

  const readAgain = async (trx: Transaction<Tables>, { id }: Row) => {
    const row = await kind.find(trx, id)
    return row && kind.read(trx, row)
  }

  /** Lets a mail wait for another attempt, or ends one with nothing to say. @param delayMs null when there were enough attempts */
  const waitOrEnd = (row: Row, delayMs: number | null, response: string | null = null) =>
    inTransaction(row, async (trx) => {
      if ((await readAgain(trx, row)) === undefined) return noteEnd(trx, row, { state: kind.withoutContent, response })
      if (delayMs === null)
        return noteEnd(trx, row, { state: 'failed', response: `Given up after two days: ${response}` })
      const [now, taskNumber] = [clock(), row.task_number + 1]
      if (!(await change(trx, row, OPEN, { state: 'waiting', task_number: taskNumber }))) return
      const until = new Date(now.getTime() + delayMs)
      await kind.noteWait?.(trx, [row.id], { until, ...(response !== null && { response }) })
      await scheduleTask(trx, kind.task({ id: row.id, taskNumber }), now, delayMs)
    })

  const end = (row: Row, state: MailEnd['state'], response: string, isAddressRefused = false) =>
    inTransaction(row, (trx) => noteEnd(trx, row, { state, response, isAddressRefused }))

  const noteEnd = async (
    trx: Transaction<Tables>,
    row: Row,
    { state, response, isAddressRefused = false }: MailEnd,
  ) => {
    const from = state === 'sent' ? (['sending', 'perhaps_sent'] as const) : OPEN
    const isEnded = await change(trx, row, from, { state })
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

  // The mails take turns on one connection.
  return handleTask(kind.task, run, { atOnce: 1 })
}

/** What is kept of the response of a mail server, in characters. */
const MOST_OF_RESPONSE = 1_000

function isOpen({ state }: MailRow): boolean {
  return state === 'waiting' || state === 'sending'
}
