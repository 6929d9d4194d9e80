import type { ExpressionBuilder, Transaction } from 'kysely'
import { lockRow } from '../../platform/database/row-locks.ts'
import { areScorecardsDue } from '../../platform/database/scorecards-due-condition.ts'
import type { ColleagueQuestionRow, Db, Tables } from '../../platform/database/tables.ts'
import { listOpenOfInterview } from '../colleague-questions/ask-interviewers.ts'
import { findOpenLink } from '../colleague-questions/question-links.ts'
import { listViewers, type NamedViewer } from '../comments/comment-queries.ts'
import { interviewersOf } from '../interviews/stored/interview-presenter.ts'
import { findOwn } from '../scorecards/scorecard-queries.ts'

/** Interviews read at once: the oldest. */
export const MOST_READ = 500

/** An interview after which scorecards may be missing. */
export type HeldInterview = {
  id: number
  application_id: number
  interviewers: string
  starts_at: string
  ends_at: string
  applicant: string
  posting: string | null
}

/** Interviews after which scorecards are due. */
function selectHeld(db: Db) {
  return db
    .selectFrom('interviews')
    .innerJoin('applications', 'applications.id', 'interviews.application_id')
    .leftJoin('jobs', 'jobs.id', 'applications.job_id')
    .select(['interviews.id', 'interviews.application_id', 'interviews.interviewers', 'interviews.starts_at'])
    .select('interviews.ends_at')
    .select(['applications.name as applicant', 'jobs.title as posting'])
    .where(areScorecardsDue)
}

/**
 * Such interviews that ended within a time, and whose missing scorecards were not asked for since they ended then, the oldest first.
 * @param after they began later than this, or at the same time and have a higher id; found by an index
 */
export function listUnasked(
  db: Db,
  ended: { from: string; to: string },
  after: { startsAt: string; id: number },
): Promise<HeldInterview[]> {
  return selectHeld(db)
    .where('interviews.starts_at', '>=', after.startsAt)
    .where(({ or, eb }) => or([eb('interviews.starts_at', '>', after.startsAt), eb('interviews.id', '>', after.id)]))
    .where('interviews.starts_at', '<', ended.to)
    .where('interviews.ends_at', '>', ended.from)
    .where('interviews.ends_at', '<=', ended.to)
    .where(isUnasked)
    .orderBy('interviews.starts_at')
    .orderBy('interviews.id')
    .limit(MOST_READ)
    .execute()
}

/** One that was moved since is to be asked for again. */
function isUnasked({ or, eb }: ExpressionBuilder<Tables, 'interviews'>) {
  return or([
    eb('interviews.scorecards_asked_for', 'is', null),
    eb('interviews.scorecards_asked_for', '!=', eb.ref('interviews.ends_at')),
  ])
}

/** Notes that the scorecards of an interview are asked for, whether any is missing or not. @returns false where that was done already */
export async function markAsked(
  trx: Transaction<Tables>,
  { id, application_id, ends_at }: HeldInterview,
): Promise<boolean> {
  // Before the interview, as where it is changed. A link is ended under the same lock.
  await lockRow(trx, 'applications', application_id, 'no key update')
  const { numUpdatedRows } = await trx
    .updateTable('interviews')
    .set({ scorecards_asked_for: ends_at })
    .where('id', '=', id)
    .where('ends_at', '=', ends_at)
    .where(isUnasked)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Who is asked for a scorecard: a person with an account, or without one by a question. */
export type Requested = { accountId: number } | { questionId: number }

/** Names the request to someone after an interview: another one after it has been moved. */
export function reasonOf({ id, ends_at }: HeldInterview, to: Requested): string {
  const who = 'accountId' in to ? `${to.accountId}` : `question:${to.questionId}`
  return `scorecard_request:${id}:${ends_at}:${who}`
}

/** One such interview; undefined where it has been moved and has not ended yet. */
export function findHeld(db: Db, id: number, now: Date): Promise<HeldInterview | undefined> {
  return selectHeld(db)
    .where('interviews.id', '=', id)
    .where('interviews.ends_at', '<=', now.toISOString())
    .executeTakeFirst()
}

/** The interviewers who see the application with their account, and have neither given a scorecard nor skipped it. */
export async function listMissing(db: Db, interview: HeldInterview): Promise<NamedViewer[]> {
  const addresses = new Set(interviewersOf(interview).map(({ address }) => address.toLowerCase()))
  if (addresses.size === 0) return []
  const missing: NamedViewer[] = []
  for (const viewer of await listViewers(db, interview.application_id)) {
    if (viewer.email === null || !addresses.has(viewer.email.toLowerCase())) continue
    if (!(await findOwn(db, interview.application_id, { accountId: viewer.id }))) missing.push(viewer)
  }
  return missing
}

/** The questions of the interviewers without an account who have given no scorecard, where their links work. */
export async function listMissingByLink(db: Db, interview: HeldInterview, now: Date): Promise<ColleagueQuestionRow[]> {
  const open = await listOpenOfInterview(db, interview.id, now)
  const missing: ColleagueQuestionRow[] = []
  for (const question of open) if (await isMissingOf(db, interview, question)) missing.push(question)
  return missing
}

/** The question of a reminder, while its link works and its interviewer has neither given a scorecard nor got an account. */
export async function findMissingByLink(
  db: Db,
  interview: HeldInterview,
  { questionId, now }: { questionId: number; now: Date },
): Promise<ColleagueQuestionRow | undefined> {
  const open = await findOpenLink(db, { id: questionId }, now)
  return open && (await isMissingOf(db, interview, open.question)) ? open.question : undefined
}

async function isMissingOf(db: Db, { application_id }: HeldInterview, { email }: ColleagueQuestionRow) {
  const address = email.toLowerCase()
  const viewers = await listViewers(db, application_id)
  if (viewers.some((viewer) => viewer.email?.toLowerCase() === address)) return false
  return !(await findOwn(db, application_id, { email: address }))
}
