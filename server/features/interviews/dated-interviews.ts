import { randomUUID } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { LeftReason } from '../../../contract/applications/application-changes.ts'
import { INTERVIEW } from '../../../contract/wire/limits.ts'
import { isDifferent } from '../../platform/database/row-versions.ts'
import type { InterviewRow, Tables } from '../../platform/database/tables.ts'
import type { InterviewNotes } from '../applications/changes/application-change-queries.ts'
import type { Author, Dating } from '../applications/changes/apply-changes.ts'
import type { Services } from '../feature.ts'
import { listLeftAbout } from '../messages/message-queries.ts'
import { cancelRow, finishChange, refused, requireRoom, VOID_RESPONSE } from './change-interviews.ts'
import { nextOf } from './interview-dates.ts'
import { type DatedNote, noteOfChange } from './interview-notes.ts'
import { findInterview, insertInterview, listInterviewsOf, updateInterview } from './stored/interview-queries.ts'
import { endAfter, lengthOf } from './stored/interview-times.ts'

/** What became of one interview in an undo: the reason where it stays as it is. */
export type TakenBack = 'taken_back' | 'was_back' | LeftReason

type Scope = { trx: Transaction<Tables>; timeZone: string } & Pick<Services, 'interviews'>

/**
 * Gives an application the date of its interview: moves the planned one that its date names, or plans one that nobody is invited to
 * where there is none, or where that one is over. Without a date it cancels that one. For up to half a minute after it has begun, that
 * is not the next one to begin. Where the date names none, the one that is next counts, or the last one.
 * @param application locked, with the date that it had
 * @returns what an undo needs
 * @throws {RequestError} `invalid_request` when people are invited and the date has passed, or there is no room for another one
 */
export async function dateInterview(
  scope: Scope,
  { application, date, cancelled }: Dating,
  author: Author,
): Promise<InterviewNotes> {
  const rows = await listInterviewsOf(scope.trx, application.id)
  const planned = rows.filter(({ state }) => state === 'planned')
  const meant = planned.find(({ starts_at }) => starts_at === application.interview_date) ?? nextOf(planned, author.now)
  const at = author.now.toISOString()
  if (date === null) return meant ? remove(scope, meant, author) : {}
  if (meant && (meant.ends_at > at || date <= at)) return move(scope, meant, date, author)
  return plan(scope, { applicationId: application.id, rows, date, cancelled }, author)
}

async function remove({ trx, interviews }: Scope, interview: InterviewRow, author: Author): Promise<InterviewNotes> {
  const cancelled = await cancelRow(trx, interview, author.now)
  await finishChange({ trx, interviews }, interview.id, author, actionOf(interview, 'interview_cancelled'))
  return { interviews: [cancelled] }
}

async function move(
  { trx, interviews }: Scope,
  interview: InterviewRow,
  date: string,
  author: Author,
): Promise<InterviewNotes> {
  const { id, ends_at, invited_at } = interview
  if (invited_at !== null && ends_at > author.now.toISOString() && date <= author.now.toISOString())
    throw refused(
      'People are invited to this interview, and this time has passed. Choose a later one.',
      'interviewDate',
    )
  const times = { starts_at: date, ends_at: endAfter(date, lengthOf(interview)) }
  const changed_at = author.now.toISOString()
  await updateInterview(trx, id, { ...times, ...VOID_RESPONSE, sequence: interview.sequence + 1, changed_at })
  await finishChange({ trx, interviews }, id, author, actionOf(interview, 'interview_changed'))
  return { dated: [noteOfChange(interview, times)] }
}

type Planning = Pick<Dating, 'cancelled'> & { applicationId: number; rows: readonly InterviewRow[]; date: string }

async function plan(
  { trx, interviews, timeZone }: Scope,
  { applicationId, rows, date, cancelled }: Planning,
  author: Author,
): Promise<InterviewNotes> {
  const at = author.now.toISOString()
  const details = {
    ...{ starts_at: date, ends_at: endAfter(date, INTERVIEW.usual * 60_000), time_zone: timeZone },
    ...({ kind: 'undecided', place: null, interviewers: '[]', state: 'planned', cancelled_at: null } as const),
    changed_at: at,
  }
  // A date that is set and removed again and again takes one row. What this change has cancelled comes back with its undo.
  const isFree = ({ id, state, invited_at }: InterviewRow) =>
    state === 'cancelled' && invited_at === null && !cancelled.some((each) => each.id === id)
  const earlier = rows.find(isFree)
  if (earlier) await updateInterview(trx, earlier.id, { ...details, sequence: earlier.sequence + 1 })
  else requireRoom(rows)
  const id =
    earlier?.id ??
    (await insertInterview(trx, {
      ...{ ...details, ...VOID_RESPONSE, application_id: applicationId, uid: randomUUID(), invited_at: null },
      ...{ created_at: at, sequence: 0, idempotency_key: null, content_hash: '' },
    }))
  await finishChange({ trx, interviews }, id, author, {})
  return { dated: [{ id, startsAt: date, before: null }] }
}

/**
 * Takes back that a change has planned or changed an interview. While no message about the change has left, the applicant's
 * response holds again, and nobody is told.
 * @returns `changed_meanwhile` where it was changed since, and stays so
 */
export async function takeBackDate(
  { trx, interviews }: Omit<Scope, 'timeZone'>,
  { id, startsAt, given = { starts_at: startsAt }, before }: DatedNote,
  { madeAt, by, now }: Author & { madeAt: Date },
): Promise<TakenBack> {
  const interview = await findInterview(trx, id)
  if (interview?.state === 'cancelled' && before === null) return 'was_back'
  if (interview?.state !== 'planned' || isDifferent(interview, given)) return 'changed_meanwhile'
  const { sequence } = interview
  const hasLeft = (await listLeftSince(trx, interview, madeAt)).length > 0
  if (before) {
    const response =
      hasLeft || before.changed_at === undefined ? { ...VOID_RESPONSE, changed_at: now.toISOString() } : {}
    await updateInterview(trx, id, { ...before, ...response, sequence: sequence + 1 })
  } else await cancelRow(trx, interview, now)
  const action = actionOf(interview, before ? 'interview_changed' : 'interview_cancelled')
  await finishChange({ trx, interviews }, id, { by, now }, action)
  return 'taken_back'
}

/** The messages about an interview that have left since a change. */
export async function listLeftSince(
  trx: Transaction<Tables>,
  interview: Pick<InterviewRow, 'id' | 'application_id'>,
  since: Date,
) {
  const left = await listLeftAbout(trx, interview)
  return left.filter(({ interview_id, created_at }) => interview_id !== null && created_at >= since.toISOString())
}

/** The event of a change; a date alone has that of the interview date. */
function actionOf<Action extends string>({ invited_at }: InterviewRow, action: Action): { action?: Action } {
  return invited_at === null ? {} : { action }
}
