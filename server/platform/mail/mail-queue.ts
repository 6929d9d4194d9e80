import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import * as z from 'zod'
import type { Db, MailRow, NewMailRow, Tables } from '../database/tables.ts'
import { scheduleTask, scheduleTasks } from '../outbox/outbox-queries.ts'
import { defineTask, PRIORITY, type TaskPlace } from '../outbox/task-kinds.ts'

/** Sends a mail, if it is the last task of that mail. */
export const sendMailTask = defineTask('send-mail', z.object({ id: z.int(), taskNumber: z.int() }))

/** A mail about to be stored. One that does not wait is only kept: a draft, or one that is not sent. */
export type NewMail = Omit<
  NewMailRow,
  'state' | 'not_before' | 'task_number' | 'attempts' | 'settled_at' | 'created_at'
> & {
  state: 'draft' | 'waiting' | 'not_sent' | 'nothing'
}

/** The place of mail that people of the company have caused. */
export const DECIDED: TaskPlace = { priority: PRIORITY.people, share: null }

/** Rows that one statement inserts: PostgreSQL takes 65,535 parameters. */
const INSERTED_AT_ONCE = 500

/** Makes a Message-ID. @param publicUrl whose host name it ends with */
export function newMessageId(publicUrl: string): string {
  return `<${randomUUID()}@${new URL(publicUrl).hostname}>`
}

/**
 * Stores mails in the transaction of their cause. One whose cause has made it already is left out. Wake the outbox afterwards.
 * @param queued.delayMs how long those that wait do so, in milliseconds
 * @param queued.place where they stand among other mails
 * @returns those that were stored
 */
export async function queueMails(
  trx: Transaction<Tables>,
  mails: readonly NewMail[],
  { now, delayMs = 0, place }: { now: Date; delayMs?: number; place: TaskPlace },
): Promise<MailRow[]> {
  const stored: MailRow[] = []
  const times = { not_before: new Date(now.getTime() + delayMs).toISOString(), created_at: now.toISOString() }
  for (let start = 0; start < mails.length; start += INSERTED_AT_ONCE) {
    const rows = mails.slice(start, start + INSERTED_AT_ONCE).map((mail) => ({
      ...{ ...mail, ...times },
      settled_at: mail.state === 'not_sent' || mail.state === 'nothing' ? times.created_at : null,
    }))
    const inserted = await trx
      .insertInto('mails')
      .values(rows)
      .onConflict((conflict) => conflict.column('reason').doNothing())
      .returningAll()
      .execute()
    const tasks = inserted
      .filter(({ state }) => state === 'waiting')
      .map(({ id, task_number }) => ({ ...sendMailTask({ id, taskNumber: task_number }), ...place }))
    if (tasks.length > 0) await scheduleTasks(trx, tasks, now, delayMs)
    stored.push(...inserted)
  }
  return stored
}

/** What tells whether a mail is still as it was read. */
export type ReadMail = Pick<MailRow, 'id' | 'task_number' | 'attempts'>

/** Changes a mail, unless another process or an admin has changed it since it was read. @param from states that it may be in */
export async function changeMail(
  on: Db,
  { id, task_number, attempts }: ReadMail,
  from: readonly MailRow['state'][],
  columns: Partial<NewMailRow>,
): Promise<boolean> {
  const { numUpdatedRows } = await on
    .updateTable('mails')
    .set(columns)
    .where('id', '=', id)
    .where('task_number', '=', task_number)
    .where('attempts', '=', attempts)
    .where('state', 'in', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/**
 * Lets a mail wait, and schedules the task that then sends it; its earlier tasks do nothing.
 * @param waiting.from states that it may be in @param waiting.columns what else changes
 * @returns whether it waits: not when it has changed since it was read
 */
export async function letMailWait(
  trx: Transaction<Tables>,
  read: ReadMail,
  waiting: {
    from: readonly MailRow['state'][]
    now: Date
    delayMs: number
    place: TaskPlace
    columns?: Partial<NewMailRow>
  },
): Promise<boolean> {
  const { from, now, delayMs, place, columns } = waiting
  const taskNumber = read.task_number + 1
  const not_before = new Date(now.getTime() + delayMs).toISOString()
  const changed = { ...columns, state: 'waiting' as const, task_number: taskNumber, not_before }
  if (!(await changeMail(trx, read, from, changed))) return false
  await scheduleTask(trx, { ...sendMailTask({ id: read.id, taskNumber }), ...place }, now, delayMs)
  return true
}
