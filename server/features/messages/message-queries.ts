import { sql, type Transaction } from 'kysely'
import { REFUSAL_STATUSES } from '../../../contract/applications/status-lists.ts'
import { OPEN_MAIL, TRIED_MAIL } from '../../../contract/messages/mail-terms.ts'
import { type MessageState, statesOf } from '../../../contract/messages/message-states.ts'
import { UNDO_TIME_MS } from '../../../contract/wire/limits.ts'
import { IS_ANSWER_DUE } from '../../platform/database/answer-due-condition.ts'
import type {
  ApplicationRow,
  Db,
  InterviewRow,
  MessageColumns,
  MessageRow,
  Tables,
} from '../../platform/database/tables.ts'
import { DECIDED, letMailsWait, type NewMail, queueMails, type ReadMail } from '../../platform/mail/mail-queue.ts'
import { isInOrPerhapsSent } from '../../platform/mail/perhaps-sent.ts'
import type { TaskPlace } from '../../platform/outbox/task-kinds.ts'
import { CANCELLED, cancelledState } from './cancelled-state.ts'

/** The states in which a message ends that has not arrived for certain. */
export const PROBLEMS: readonly MessageState[] = statesOf('problems')

/** A message about to be stored. */
export type NewMessage = Omit<NewMail, 'state' | keyof MessageColumns> &
  Omit<MessageColumns, 'state'> & { state: 'draft' | 'waiting' | 'not_sent' }

/**
 * Stores messages in the transaction of their cause. One whose cause has made it already is left out.
 * @param queued.delayMs how long those that wait do so, in milliseconds
 * @param queued.place where they stand among other mails; first, as what people have decided, unless it says otherwise
 */
export async function insertMessages(
  trx: Transaction<Tables>,
  messages: readonly NewMessage[],
  { now, delayMs, place = DECIDED }: { now: Date; delayMs: number; place?: TaskPlace },
): Promise<MessageRow[]> {
  return (await queueMails(trx, messages, { now, delayMs, place })) as MessageRow[]
}

/** The mails that are messages, of every application. */
export function selectMessages(db: Db) {
  return db.selectFrom('mails').selectAll().where('application_id', 'is not', null).$narrowType<MessageColumns>()
}

/** Messages by what caused them, newest first. */
export function findMessagesByReason(db: Db, reasons: readonly string[]): Promise<MessageRow[]> {
  return selectMessages(db).where('reason', 'in', reasons).orderBy('id', 'desc').execute()
}

/** Messages by number, newest first. */
export function findMessages(db: Db, ids: readonly number[]): Promise<MessageRow[]> {
  return selectMessages(db).where('id', 'in', ids).orderBy('id', 'desc').execute()
}

/** Those of some ids that are messages of a database as an account sees it. */
export async function findMessageIds(seen: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = seen.selectFrom('mails').select('id').where('application_id', 'is not', null).where('id', 'in', ids)
  return (await rows.execute()).map(({ id }) => id)
}

/** The ids of the oldest drafts up to an id, oldest first. */
export async function listDrafts(db: Db, upTo: number, limit: number): Promise<number[]> {
  const drafts = db.selectFrom('mails').select('id').where('state', '=', 'draft').where('id', '<=', upTo)
  return (await drafts.orderBy('id').limit(limit).execute()).map(({ id }) => id)
}

/** Whether the applicant of an application waits for an answer: an apology to anyone else says nothing true. */
export async function isAnswerAwaited(db: Db, applicationId: number): Promise<boolean> {
  const due = db.selectFrom('applications').select('id').where('id', '=', applicationId)
  return (await due.where(IS_ANSWER_DUE).executeTakeFirst()) !== undefined
}

/** Whether {@link redraftMessages} makes it a draft again. */
export function canBeTakenBack({ state, change_id, kind }: Pick<MessageRow, 'state' | 'change_id' | 'kind'>): boolean {
  return state === 'waiting' && (change_id !== null || kind === 'apology')
}

/** Makes messages about decisions and apologies drafts again that wait; the tasks that would send them do nothing. @returns their ids */
export async function redraftMessages(trx: Transaction<Tables>, ids: readonly number[]): Promise<number[]> {
  const redrafted = await trx
    .updateTable('mails')
    .set((update) => ({ state: 'draft', task_number: update('task_number', '+', 1) }))
    .where('id', 'in', ids)
    .where('state', '=', 'waiting')
    .where(({ eb, or }) => or([eb('change_id', 'is not', null), eb('kind', '=', 'apology')]))
    .returning('id')
    .execute()
  return redrafted.map(({ id }) => id)
}

/** The rest of the wait of a message. One whose time has passed waits the undo time again, so that no undo sends anything at once. */
export function restOfWait({ not_before }: MessageRow, now: Date): number {
  const rest = Date.parse(not_before) - now.getTime()
  return rest > 0 ? rest : UNDO_TIME_MS
}

/** Makes cancelled messages drafts again. @returns their ids */
export async function redraftCancelled(trx: Transaction<Tables>, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const drafts = await trx
    .updateTable('mails')
    .set({ state: 'draft', cancelled_at: null, superseded_by: null, superseded_state: null, settled_at: null })
    .where('id', 'in', ids)
    .where('state', 'in', CANCELLED)
    .returning('id')
    .execute()
  return drafts.map(({ id }) => id)
}

/** Counts discarded messages again that could not be sent, or perhaps were. @returns their ids */
export async function recallProblems(trx: Transaction<Tables>, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const recalled = await trx
    .updateTable('mails')
    .set({ state: sql<MessageState>`superseded_state` })
    .where('id', 'in', ids)
    .where('state', 'in', CANCELLED)
    .where('superseded_state', 'in', PROBLEMS)
    .returning('id')
    .execute()
  return recalled.map(({ id }) => id)
}

/** The statuses of applications, and when their applicants have withdrawn. */
export async function findDecided(
  db: Db,
  ids: readonly number[],
): Promise<Map<number, Pick<ApplicationRow, 'status' | 'withdrawn_at'>>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('applications')
    .select(['id', 'status', 'withdrawn_at'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** What tells whether a message about a decision has left, or may. */
export type DecisionMessage = Pick<
  MessageRow,
  'id' | 'application_id' | 'kind' | 'state' | 'settled_at' | 'change_id' | 'replaced_by'
>

/** The messages about decisions on applications, in any state. */
export async function listDecisionMessages(db: Db, applicationIds: readonly number[]): Promise<DecisionMessage[]> {
  if (applicationIds.length === 0) return []
  return db
    .selectFrom('mails')
    .select(['id', 'application_id', 'kind', 'state', 'settled_at', 'change_id', 'replaced_by'])
    .where('application_id', 'in', applicationIds)
    .where('change_id', 'is not', null)
    .$narrowType<MessageColumns>()
    .execute()
}

/** Gives messages a state that ends them, unless they are in another one than `from` by now; the one that they had is noted. */
export async function settleMessages(
  db: Db,
  ids: readonly number[],
  { from, state, now }: { from: readonly MessageState[]; state: 'answered' | 'cancelled'; now: Date },
): Promise<MessageRow[]> {
  const at = now.toISOString()
  // Of what could not be sent, or perhaps was, the time of that stays.
  const settled_at = state === 'answered' ? at : sql<string>`coalesce(settled_at, ${at})`
  return db
    .updateTable('mails')
    .set({
      state: state === 'answered' ? state : cancelledState(),
      ...{ superseded_state: sql<MessageState>`state`, superseded_by: null, settled_at },
    })
    .where('id', 'in', ids)
    .where('application_id', 'is not', null)
    .where('state', 'in', from)
    .returningAll()
    .$narrowType<MessageColumns>()
    .execute()
}

/**
 * Lets messages wait, as a person has decided, and schedules the tasks that then send them; their earlier tasks do nothing.
 * @param scheduling.from states that they may be in @param scheduling.attempts what to count from; as before unless given
 * @returns the ids of those that wait: not of one that has changed since it was read
 */
export function scheduleMessages(
  trx: Transaction<Tables>,
  read: readonly ReadMail[],
  { attempts, ...scheduling }: { from: readonly MessageState[]; now: Date; delayMs: number; attempts?: number },
): Promise<number[]> {
  const columns = {
    ...{ cancelled_at: null, superseded_by: null, superseded_state: null, settled_at: null },
    ...(attempts !== undefined && { attempts }),
  }
  return letMailsWait(trx, read, { ...scheduling, place: DECIDED, columns })
}

/**
 * Cancels messages that have not left. One that the mail server is being given cannot be called back; it is only never
 * tried again. Narrow it down before it is executed.
 */
export function cancelUnsent(trx: Transaction<Tables>, now: Date) {
  const at = now.toISOString()
  const isUnderWay = sql<boolean>`state = 'sending'`
  return trx
    .updateTable('mails')
    .set(({ ref }) => ({
      state: sql<MessageState>`case when ${isUnderWay} then state else ${cancelledState()} end`,
      settled_at: sql<string | null>`case when ${isUnderWay} then ${ref('settled_at')} else ${at} end`,
      cancelled_at: at,
    }))
    .where('state', 'in', ['draft', 'waiting', 'sending'])
}

/** Cancels everything about offers of times that has not left. */
export async function cancelMessagesAboutOffers(
  trx: Transaction<Tables>,
  offerIds: readonly number[],
  now: Date,
): Promise<void> {
  if (offerIds.length > 0) await cancelUnsent(trx, now).where('offer_id', 'in', offerIds).execute()
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
  return selectMessages(db)
    .where('application_id', '=', application_id)
    .where(({ eb, or }) => or([eb('interview_id', '=', id), eb('kind', 'in', REFUSAL_STATUSES)]))
    .where(isInOrPerhapsSent(TRIED_MAIL))
    .orderBy('id')
    .execute()
}

/** How the reasons of messages begin that say what interviews now are. */
export async function listPresentInterviews(db: Db, messages: readonly MessageRow[]): Promise<Set<string>> {
  const ids = messages.flatMap(({ interview_id }) => interview_id ?? [])
  if (ids.length === 0) return new Set()
  const rows = await db.selectFrom('interviews').select(['id', 'sequence']).where('id', 'in', ids).execute()
  return new Set(rows.map(reasonOfInterview))
}

/** How the reason of a message begins that says what an interview now is. */
export function reasonOfInterview({ id, sequence }: Pick<InterviewRow, 'id' | 'sequence'>): string {
  return `interview:${id}:${sequence}`
}

/** The messages that say what an interview now is, whether or not they have left. */
export function listMessagesOfVersion(
  db: Db,
  { id, sequence }: { id: number; sequence: number },
): Promise<MessageRow[]> {
  return selectMessages(db)
    .where('interview_id', '=', id)
    .where('reason', 'like', `${reasonOfInterview({ id, sequence })}:%`)
    .where('state', '!=', 'cancelled')
    .execute()
}

/** Whether interviewers of an application, who were written to after `since`, are still to be told. */
export async function areInterviewersWaiting(db: Db, applicationId: number, since: Date): Promise<boolean> {
  const waiting = db
    .selectFrom('mails')
    .select('id')
    .where('application_id', '=', applicationId)
    .where('to_interviewer', '=', 1)
    .where('state', 'in', OPEN_MAIL)
    .where('created_at', '>', since.toISOString())
  return (await waiting.executeTakeFirst()) !== undefined
}
