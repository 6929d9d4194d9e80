import { type Insertable, sql, type Transaction } from 'kysely'
import type { ApplicationStatus } from '../../../contract/applications/application-statuses.ts'
import type { MessageState } from '../../../contract/messages/message-states.ts'
import type { Db, MessageRow, Tables } from '../../platform/database/tables.ts'
import { scheduleTask, scheduleTasks } from '../../platform/outbox/outbox-queries.ts'
import { PRIORITY, type TaskPlace } from '../../platform/outbox/task-kinds.ts'
import { sendMessageTask } from './message-tasks.ts'

/** A message about to be stored. */
export type NewMessage = Pick<
  Insertable<Tables['messages']>,
  | 'application_id'
  | 'kind'
  | 'reason'
  | 'change_id'
  | 'to_name'
  | 'to_address'
  | 'subject'
  | 'body'
  | 'message_id'
  | 'username'
> & {
  state: 'draft' | 'waiting' | 'not_sent'
  receipt?: string
  response?: string
  /** The interview that it is about, and whether it goes to an interviewer. */
  interview_id?: number
  to_interviewer?: 0 | 1
  /** An iCalendar file. */
  calendar?: string
}

/** The place of messages that people of the company have caused. */
const DECIDED: TaskPlace = { priority: PRIORITY.people, share: null }

/** Rows that one statement inserts: PostgreSQL takes 65,535 parameters. */
const INSERTED_AT_ONCE = 500

/**
 * Stores messages in the transaction of their cause. One whose cause has made it already is left out.
 * @param queued.delayMs how long those that wait do so, in milliseconds
 * @param queued.place where they stand among other messages; first, as what people have decided, unless it says otherwise
 */
export async function insertMessages(
  trx: Transaction<Tables>,
  messages: readonly NewMessage[],
  { now, delayMs, place = DECIDED }: { now: Date; delayMs: number; place?: TaskPlace },
): Promise<MessageRow[]> {
  const stored: MessageRow[] = []
  const times = { not_before: new Date(now.getTime() + delayMs).toISOString(), created_at: now.toISOString() }
  for (let start = 0; start < messages.length; start += INSERTED_AT_ONCE) {
    const rows = messages.slice(start, start + INSERTED_AT_ONCE)
    const inserted = await trx
      .insertInto('messages')
      .values(
        rows.map((message) => ({
          ...{ ...message, ...times, task_number: 1, attempts: 0 },
          settled_at: message.state === 'not_sent' ? times.created_at : null,
        })),
      )
      .onConflict((conflict) => conflict.column('reason').doNothing())
      .returningAll()
      .execute()
    const tasks = inserted
      .filter(({ state }) => state === 'waiting')
      .map(({ id }) => ({ ...sendMessageTask({ id, taskNumber: 1 }), ...place }))
    if (tasks.length > 0) await scheduleTasks(trx, tasks, now, delayMs)
    stored.push(...inserted)
  }
  return stored
}

/** One message. */
export function findMessage(db: Db, id: number): Promise<MessageRow | undefined> {
  return db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Messages by what caused them, newest first. */
export function findMessagesByReason(db: Db, reasons: readonly string[]): Promise<MessageRow[]> {
  return db.selectFrom('messages').selectAll().where('reason', 'in', reasons).orderBy('id', 'desc').execute()
}

/** Messages by number, newest first. */
export function findMessages(db: Db, ids: readonly number[]): Promise<MessageRow[]> {
  return db.selectFrom('messages').selectAll().where('id', 'in', ids).orderBy('id', 'desc').execute()
}

/** The ids of the oldest drafts up to an id, oldest first. */
export async function listDrafts(db: Db, upTo: number, limit: number): Promise<number[]> {
  const drafts = db.selectFrom('messages').select('id').where('state', '=', 'draft').where('id', '<=', upTo)
  return (await drafts.orderBy('id').limit(limit).execute()).map(({ id }) => id)
}

/** Whether {@link redraftMessages} makes it a draft again. */
export function canBeTakenBack({ state, change_id }: Pick<MessageRow, 'state' | 'change_id'>): boolean {
  return state === 'waiting' && change_id !== null
}

/** Makes messages about decisions drafts again that wait; the tasks that would send them do nothing. @returns their ids */
export async function redraftMessages(trx: Transaction<Tables>, ids: readonly number[]): Promise<number[]> {
  const redrafted = await trx
    .updateTable('messages')
    .set((update) => ({ state: 'draft', task_number: update('task_number', '+', 1) }))
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .where('change_id', 'is not', null)
    .returning('id')
    .execute()
  return redrafted.map(({ id }) => id)
}

/** The statuses of applications that are not withdrawn. */
export async function findStatuses(db: Db, ids: readonly number[]): Promise<Map<number, ApplicationStatus>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('applications')
    .select(['id', 'status'])
    .where('id', 'in', ids)
    .where('withdrawn_at', 'is', null)
    .execute()
  return new Map(rows.map(({ id, status }) => [id, status]))
}

/** Gives messages a state that ends them, unless they are in another one than `from` by now. */
export async function settleMessages(
  db: Db,
  ids: readonly number[],
  { from, state, now, response }: { from: readonly MessageState[]; state: MessageState; now: Date; response?: string },
): Promise<MessageRow[]> {
  return db
    .updateTable('messages')
    .set({ state, superseded_by: null, settled_at: now.toISOString(), ...(response !== undefined && { response }) })
    .where('id', 'in', ids)
    .where('state', 'in', from)
    .returningAll()
    .execute()
}

type Scheduling = {
  /** The states that it may be in. Another one means that something else has become of it since it was read. */
  from: readonly MessageState[]
  now: Date
  delayMs: number
  response?: string
  /** What to count from; as before unless given. */
  attempts?: number
}

/**
 * Lets a message wait, as a person has decided, and schedules the task that then sends it; its earlier tasks do nothing.
 * @returns whether it waits: not when it has changed since it was read
 */
export async function scheduleMessage(
  trx: Transaction<Tables>,
  read: Pick<MessageRow, 'id' | 'task_number' | 'attempts'>,
  { from, now, delayMs, response, attempts }: Scheduling,
): Promise<boolean> {
  const taskNumber = read.task_number + 1
  const { numUpdatedRows } = await trx
    .updateTable('messages')
    .set({
      state: 'waiting',
      cancelled_at: null,
      superseded_by: null,
      not_before: new Date(now.getTime() + delayMs).toISOString(),
      task_number: taskNumber,
      settled_at: null,
      ...(attempts !== undefined && { attempts }),
      ...(response !== undefined && { response }),
    })
    .where('id', '=', read.id)
    .where('task_number', '=', read.task_number)
    // Another process may have begun an attempt of its own.
    .where('attempts', '=', read.attempts)
    .where('state', 'in', from)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) return false
  await scheduleTask(trx, { ...sendMessageTask({ id: read.id, taskNumber }), ...DECIDED }, now, delayMs)
  return true
}

/**
 * Cancels messages that have not left. One that the mail server is being given cannot be called back; it is only never
 * tried again. Narrow it down before it is executed.
 */
export function cancelUnsent(trx: Transaction<Tables>, now: Date) {
  const at = now.toISOString()
  const isUnderWay = sql<boolean>`state = 'sending'`
  return trx
    .updateTable('messages')
    .set(({ ref }) => ({
      state: sql<MessageState>`case when ${isUnderWay} then state else 'cancelled' end`,
      settled_at: sql<string | null>`case when ${isUnderWay} then ${ref('settled_at')} else ${at} end`,
      cancelled_at: at,
    }))
    .where('state', 'in', ['draft', 'waiting', 'sending'])
}

/** Cancels everything about an interview that has not left. */
export async function cancelMessagesAbout(trx: Transaction<Tables>, interviewId: number, now: Date): Promise<void> {
  await cancelUnsent(trx, now).where('interview_id', '=', interviewId).execute()
}

/**
 * The messages that say whether an interview takes place, and have left or are sent by hand, oldest first: those about it, and
 * refusals, which say that none does.
 */
export function listLeftAbout(
  db: Db,
  { id, application_id }: { id: number; application_id: number },
): Promise<MessageRow[]> {
  return db
    .selectFrom('messages')
    .selectAll()
    .where('application_id', '=', application_id)
    .where(({ eb, or }) => or([eb('interview_id', '=', id), eb('kind', '=', 'rejected')]))
    .where('state', 'not in', ['draft', 'waiting', 'cancelled'])
    .orderBy('id')
    .execute()
}

/** Whether interviewers of an application, who were written to after `since`, are still to be told. */
export async function areInterviewersWaiting(db: Db, applicationId: number, since: Date): Promise<boolean> {
  const waiting = db
    .selectFrom('messages')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('to_interviewer', '=', 1)
    .where('state', 'in', ['waiting', 'sending'])
    .where('created_at', '>', since.toISOString())
  return (await waiting.executeTakeFirst()) !== undefined
}

/** The Message-IDs of what an application was sent before, oldest first, so that a mail program shows one conversation. */
export async function listReferences(
  db: Db,
  { application_id, id, to_interviewer, to_address }: MessageRow,
): Promise<string[]> {
  const rows = await db
    .selectFrom('messages')
    .select('message_id')
    .where('application_id', '=', application_id)
    .where('to_interviewer', '=', to_interviewer)
    .where('to_address', '=', to_address)
    .where('id', '<', id)
    .where('state', 'in', ['sent', 'perhaps_sent'])
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  return rows.map(({ message_id }) => message_id).reverse()
}
