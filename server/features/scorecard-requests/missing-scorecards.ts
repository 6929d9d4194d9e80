import { OPEN_STATUSES } from '../../../contract/applications/status-lists.ts'
import type { Db } from '../../platform/database/tables.ts'
import { listReaders, type Reader } from '../comments/comment-queries.ts'
import { interviewersOf } from '../interviews/stored/interview-presenter.ts'
import { findOwn } from '../scorecards/scorecard-queries.ts'

/** Interviews looked at in one run: the oldest. */
const MOST_INTERVIEWS = 500

/** An interview after which scorecards may be missing. */
export type HeldInterview = {
  id: number
  application_id: number
  interviewers: string
  starts_at: string
  applicant: string
  posting: string | null
}

/**
 * Interviews that took place, to which people were invited, and whose application waits for a decision: neither decided, archived,
 * withdrawn nor in quarantine.
 */
function selectHeld(db: Db) {
  return db
    .selectFrom('interviews')
    .innerJoin('applications', 'applications.id', 'interviews.application_id')
    .leftJoin('jobs', 'jobs.id', 'applications.job_id')
    .select(['interviews.id', 'interviews.application_id', 'interviews.interviewers', 'interviews.starts_at'])
    .select(['applications.name as applicant', 'jobs.title as posting'])
    .where('interviews.state', '=', 'planned')
    .where('interviews.invited_at', 'is not', null)
    .where('applications.status', 'in', OPEN_STATUSES)
    .where('applications.archived', '=', 0)
    .where('applications.quarantined', '=', 0)
    .where('applications.withdrawn_at', 'is', null)
}

/**
 * Such interviews that ended within a time and after which nobody was asked yet, the oldest first.
 * @param earliestStart none began earlier; found by an index
 */
export function listUnasked(
  db: Db,
  ended: { from: string; to: string },
  earliestStart: string,
): Promise<HeldInterview[]> {
  return selectHeld(db)
    .where('interviews.starts_at', '>', earliestStart)
    .where('interviews.starts_at', '<', ended.to)
    .where('interviews.ends_at', '>', ended.from)
    .where('interviews.ends_at', '<=', ended.to)
    .where(({ not, exists, selectFrom }) => {
      const mails = selectFrom('mails').select('mails.id')
      return not(exists(mails.whereRef('mails.scorecard_interview_id', '=', 'interviews.id')))
    })
    .orderBy('interviews.starts_at')
    .limit(MOST_INTERVIEWS)
    .execute()
}

/** One such interview; undefined where it has been moved and has not ended yet. */
export function findHeld(db: Db, id: number, now: Date): Promise<HeldInterview | undefined> {
  return selectHeld(db)
    .where('interviews.id', '=', id)
    .where('interviews.ends_at', '<=', now.toISOString())
    .executeTakeFirst()
}

/** The interviewers who see the application with their account, and have neither given a scorecard nor skipped it. */
export async function listMissing(db: Db, interview: HeldInterview): Promise<Reader[]> {
  const addresses = new Set(interviewersOf(interview).map(({ address }) => address.toLowerCase()))
  if (addresses.size === 0) return []
  const missing: Reader[] = []
  for (const reader of await listReaders(db, interview.application_id)) {
    if (reader.email === null || !addresses.has(reader.email.toLowerCase())) continue
    if (!(await findOwn(db, interview.application_id, { accountId: reader.id }))) missing.push(reader)
  }
  return missing
}
