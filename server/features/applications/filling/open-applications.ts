import { isOpen, STATUSES_BY_KEY } from '../../../../contract/applications/status-lists.ts'
import type { OpenApplication } from '../../../../contract/filling/filling.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { countJobGroups } from '../board/applicant-board-queries.ts'

/** The open statuses, the furthest first. */
const FURTHEST_FIRST = STATUSES_BY_KEY.filter(isOpen).toReversed()

/** The applications of a posting that wait for a decision, the furthest first, then the oldest; at most as many as `limit`. */
export async function listOpenApplications(db: Db, jobId: number, limit: number): Promise<OpenApplication[]> {
  const listed: OpenApplication[] = []
  for (const status of FURTHEST_FIRST) {
    const rows = await db
      .selectFrom('applications')
      .select(['id', 'version', 'name', 'interview_date'])
      .where('quarantined', '=', 0)
      .where('archived', '=', 0)
      .where('status', '=', status)
      .where('job_id', '=', jobId)
      .orderBy('id')
      .limit(limit - listed.length)
      .execute()
    listed.push(...rows.map(({ interview_date: interviewDate, ...row }) => ({ ...row, status, interviewDate })))
  }
  return listed
}

/** How many applications of a posting wait for a decision. */
export async function countOpen(db: Db, jobId: number): Promise<number> {
  const groups = await countJobGroups(db, jobId)
  const open = groups.filter(({ archived, status }) => archived === 0 && isOpen(status))
  return open.reduce((sum, { count }) => sum + Number(count), 0)
}
