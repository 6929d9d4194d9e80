import type { Transaction } from 'kysely'
import { INTERVIEW_STATUS } from '../../../contract/applications/application-statuses.ts'
import { DECISION_STATUSES, type Decision, type DecisionStatus } from '../../../contract/applications/status-lists.ts'
import { DELIVERED_MAIL } from '../../../contract/messages/mail-terms.ts'
import { type InterviewMessageKind, MESSAGE_KIND } from '../../../contract/messages/message-kinds.ts'
import { formatAnswerDay } from '../../../contract/promise/answer-clock.ts'
import { addDays } from '../../../contract/promise/calendar-days.ts'
import { IS_ANSWER_DUE } from '../../platform/database/answer-due-condition.ts'
import { lockInOrder } from '../../platform/database/row-locks.ts'
import type { ApplicationRow, Db, MessageColumns, MessageRow, Tables } from '../../platform/database/tables.ts'
import { findMessages } from './message-queries.ts'

/** Within half a year, weekday, month and day name one day alone. */
const MOST_DAYS_AHEAD = 183

/** The decision that a message tells the applicant: its kind is the status, or it is the invitation to an interview. */
function decisionIn({ kind, to_interviewer }: Pick<MessageRow, 'kind' | 'to_interviewer'>): DecisionStatus | undefined {
  if (kind === ('interview_invitation' satisfies InterviewMessageKind))
    return to_interviewer ? undefined : INTERVIEW_STATUS
  return DECISION_STATUSES.find((status) => status === kind)
}

/**
 * Locks messages, and before them their applications, each by ascending id as a decision does: of two requests for the same
 * messages, and of a request and a decision, one waits for the other.
 * @returns the messages that exist, newest first
 */
export async function lockMessages(trx: Transaction<Tables>, ids: readonly number[]): Promise<MessageRow[]> {
  if (ids.length === 0) return []
  await lockInOrder(trx, 'applications', applicationsOf(await findMessages(trx, ids)))
  await lockInOrder(trx, 'mails', ids)
  return findMessages(trx, ids)
}

function applicationsOf(messages: readonly MessageRow[]): number[] {
  return messages.map((message) => message.application_id)
}

/** Locks the applications on which the end of messages is noted, before the messages themselves. */
export async function lockAnswered(trx: Transaction<Tables>, messages: readonly MessageRow[]): Promise<void> {
  const telling = messages.filter((message) => decisionIn(message) !== undefined || message.kind === 'apology')
  await lockInOrder(trx, 'applications', applicationsOf(telling))
}

/**
 * Notes on applications what their applicants know by messages: the decision, where it still is the present one, and the new
 * day of an apology.
 * @param by username of the admin who sent them by hand; null for messages that the mail server took
 */
export async function recordAnswered(
  trx: Transaction<Tables>,
  messages: readonly MessageRow[],
  author: { by: string | null; now: Date },
): Promise<void> {
  await extendPromises(
    trx,
    messages.filter(({ kind }) => kind === 'apology'),
    author.now,
  )
  for (const message of messages) await answerReplies(trx, message, author)
  for (const [decision, telling] of Map.groupBy(messages, decisionIn)) {
    if (decision === undefined) continue
    const ids = telling.map((message) => message.application_id)
    const present = trx.selectFrom('applications').select('id').where('id', 'in', ids).where('status', '=', decision)
    await markAnswered(trx, await present.execute(), { ...author, decision })
  }
}

/** Promises the applicants the new day that an apology has named, where they still wait; no day moves to an earlier one. */
async function extendPromises(trx: Transaction<Tables>, apologies: readonly MessageRow[], now: Date): Promise<void> {
  // Naming half a year of days takes long, so it is done once for all, and only where a text needs it.
  let named: readonly NamedDay[] | undefined
  const daysAhead = () => (named ??= nameDaysAhead(now))
  for (const { application_id, ...apology } of apologies) {
    const day = newDayIn(apology, daysAhead)
    if (day === undefined) continue
    await trx
      .updateTable('applications')
      .set((update) => ({ answer_by: day, version: update('version', '+', 1) }))
      .where('id', '=', application_id)
      .where('answer_by', '<', day)
      .where(IS_ANSWER_DUE)
      .execute()
  }
}

/** A day with its name as texts have it, without its year, which a text may leave out. */
type NamedDay = { day: string; name: string }

function nameDaysAhead(now: Date): NamedDay[] {
  const today = now.toISOString().slice(0, 10)
  return Array.from({ length: MOST_DAYS_AHEAD }, (_, ahead) => nameDay(addDays(today, ahead)))
}

function nameDay(day: string): NamedDay {
  return { day, name: formatAnswerDay(day, day) }
}

/**
 * The day that an apology names as a new promise: its own one, or the only other one that an admin has written in its place;
 * undefined where its text has none, or several.
 */
function newDayIn(
  { day, subject, body }: Pick<MessageRow, 'day' | 'subject' | 'body'>,
  daysAhead: () => readonly NamedDay[],
): string | undefined {
  const text = `${subject}\n${body}`
  const isNamed = ({ name }: NamedDay) => text.includes(name)
  if (day !== null && isNamed(nameDay(day))) return day
  const others = daysAhead().filter(isNamed)
  return others.length === 1 ? others[0]?.day : undefined
}

/** Notes on applications that their applicants know the decision. */
export async function markAnswered(
  db: Db,
  applications: readonly Pick<ApplicationRow, 'id'>[],
  { decision, by, now }: { decision: Decision; by: string | null; now: Date },
): Promise<void> {
  if (applications.length === 0) return
  const at = now.toISOString()
  const ids = applications.map(({ id }) => id)
  await db
    .updateTable('applications')
    .set(({ fn, ref, val }) => ({
      answered_status: decision,
      answered_at: at,
      answered_by: by,
      first_answered_at: fn.coalesce(ref('first_answered_at'), val(at)),
    }))
    .where('id', 'in', ids)
    .execute()
}

/** A message that a person wrote, or has confirmed, answers the replies that had come before it was written. */
async function answerReplies(
  trx: Transaction<Tables>,
  { id, application_id, kind, to_interviewer, created_at }: MessageRow,
  { by, now }: { by: string | null; now: Date },
): Promise<void> {
  if (to_interviewer === 1 || MESSAGE_KIND[kind].isAutomatic) return
  await trx
    .updateTable('replies')
    .set({ answered_at: now.toISOString(), answered_by: by, answered_mail_id: id })
    .where('application_id', '=', application_id)
    .where('nature', '=', 'reply')
    .where('answered_at', 'is', null)
    .where('received_at', '<', created_at)
    .execute()
}

/**
 * Takes back what {@link recordAnswered} has noted about a message that did not arrive after all: its replies, and the decision where no
 * other message and no person has told it. The application must be locked.
 */
export async function forgetAnswered(trx: Transaction<Tables>, message: MessageRow): Promise<void> {
  const { id, application_id } = message
  await trx
    .updateTable('replies')
    .set({ answered_at: null, answered_by: null, answered_mail_id: null })
    .where('answered_mail_id', '=', id)
    .execute()
  const decision = decisionIn(message)
  if (decision === undefined) return
  const others = trx
    .selectFrom('mails')
    .selectAll()
    .where('application_id', '=', application_id)
    .where('id', '!=', id)
    .where('state', 'in', DELIVERED_MAIL)
    .$narrowType<MessageColumns>()
  if ((await others.execute()).some((other) => decisionIn(other) === decision)) return
  await trx
    .updateTable('applications')
    .set(({ fn, ref }) => ({
      answered_status: null,
      answered_at: null,
      first_answered_at: fn('nullif', [ref('first_answered_at'), ref('answered_at')]),
    }))
    .where('id', '=', application_id)
    .where('answered_status', '=', decision)
    .where('answered_by', 'is', null)
    .execute()
}
