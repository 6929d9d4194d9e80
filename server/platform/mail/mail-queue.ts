import { randomUUID } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import * as z from 'zod'
import type { Db, MailRow, NewMailRow, Tables } from '../database/tables.ts'
import { scheduleTasks } from '../outbox/outbox-queries.ts'
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

type Waiting = {
  /** States that they may be in. */
  from: readonly MailRow['state'][]
  now: Date
  delayMs: number
  place: TaskPlace
  /** What else changes. */
  columns?: Partial<NewMailRow>
}

/**
 * Lets mails wait, and schedules the tasks that then send them, oldest first; their earlier tasks do nothing.
 * @returns the ids of those that wait: not of one that has changed since it was read
 */
export async function letMailsWait(
  trx: Transaction<Tables>,
  read: readonly ReadMail[],
  { from, now, delayMs, place, columns }: Waiting,
): Promise<number[]> {
  const not_before = new Date(now.getTime() + delayMs).toISOString()
  const waiting: number[] = []
  for (let start = 0; start < read.length; start += INSERTED_AT_ONCE) {
    const mails = read.slice(start, start + INSERTED_AT_ONCE)
    const asRead = mails.map((mail) =>
      sql.join([mail.id, mail.task_number, mail.attempts].map((each) => sql.lit(each))),
    )
    const changed = await trx
      .updateTable('mails')
      .set((update) => ({ ...columns, not_before, state: 'waiting', task_number: update('task_number', '+', 1) }))
      .where(
        'id',
        'in',
        mails.map(({ id }) => id),
      )
      .where(sql<boolean>`(id, task_number, attempts) in (values ${sql.join(asRead.map((row) => sql`(${row})`))})`)
      .where('state', 'in', from)
      .returning(['id', 'task_number'])
      .execute()
    const tasks = changed
      .toSorted((one, other) => one.id - other.id)
      .map(({ id, task_number }) => ({ ...sendMailTask({ id, taskNumber: task_number }), ...place }))
    if (tasks.length > 0) await scheduleTasks(trx, tasks, now, delayMs)
    waiting.push(...changed.map(({ id }) => id))
  }
  return waiting
}
