import { type SqlBool, sql } from 'kysely'
import type { InsightsQuery } from '../../../contract/insights.ts'
import type { ApplicationRow, Db } from '../../platform/database/tables.ts'
import { type ApplicationFilter, isInList } from '../applications/list/application-list-queries.ts'
import type { StatusChange } from './journey.ts'

/** What insights read of an application. */
export type ReceivedApplication = Pick<ApplicationRow, 'id' | 'job_id' | 'status' | 'created_at'>

type JobFilter = InsightsQuery['jobId']

/**
 * The applications received from an instant on, except quarantined ones, the oldest first.
 * @param after the last one of the page before
 */
export function listReceived(
  db: Db,
  { since, jobId, limit }: { since: string; jobId: JobFilter; limit: number },
  after?: ReceivedApplication,
): Promise<ReceivedApplication[]> {
  const query = db
    .selectFrom('applications')
    .select(['id', 'job_id', 'status', 'created_at'])
    .where(isInList(filterOf(jobId)))
    .where('created_at', '>=', since)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
  if (!after) return query.execute()
  return query.where(sql<SqlBool>`(created_at, id) > (${after.created_at}, ${after.id})`).execute()
}

/** The condition of the index `audit_trail_status_changes`, letter by letter: otherwise no engine uses it. */
const IS_STATUS_CHANGE = sql<SqlBool>`event like '{"action":"status_changed"%'`

/** The changes of status of applications in a range of numbers, by application, each one's oldest first. */
export async function listStatusChanges(db: Db, firstId: number, lastId: number): Promise<Map<number, StatusChange[]>> {
  const rows = await selectStatusChanges(db)
    .where('subject_id', '>=', firstId)
    .where('subject_id', '<=', lastId)
    .execute()
  return byApplication(rows)
}

/** The changes of status from an instant on, of applications that are neither quarantined nor deleted. */
export async function listRecentStatusChanges(db: Db, since: string): Promise<Map<number, StatusChange[]>> {
  const rows = await selectStatusChanges(db)
    .where('at', '>=', since)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('applications')
          .select('id')
          .whereRef('applications.id', '=', 'audit_trail.subject_id')
          .where('quarantined', '=', 0),
      ),
    )
    .execute()
  return byApplication(rows)
}

function selectStatusChanges(db: Db) {
  return db
    .selectFrom('audit_trail')
    .select(['subject_id', 'at', 'event'])
    .where(IS_STATUS_CHANGE)
    .orderBy('subject_id')
    .orderBy('id')
}

function byApplication(rows: { subject_id: number; at: string; event: string }[]): Map<number, StatusChange[]> {
  const changes = new Map<number, StatusChange[]>()
  for (const { subject_id, at, event } of rows) {
    const { from, to } = JSON.parse(event) as Pick<StatusChange, 'from' | 'to'>
    const change = { at: Date.parse(at), from, to }
    const earlier = changes.get(subject_id)
    if (earlier) earlier.push(change)
    else changes.set(subject_id, [change])
  }
  return changes
}

/** How many applications wait for a first look, and those that have waited longest. */
export async function readWaiting(db: Db, jobId: JobFilter, limit: number) {
  const waiting = db
    .selectFrom('applications')
    .where(isInList({ status: 'pending', archived: 'false', ...filterOf(jobId) }))
  const { count } = await waiting.select(({ fn }) => fn.countAll<number>().as('count')).executeTakeFirstOrThrow()
  const oldest = await waiting
    .select(['id', 'name', 'job_id', 'created_at'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return { count, oldest }
}

function filterOf(jobId: JobFilter): ApplicationFilter {
  return jobId === undefined ? {} : { jobId }
}

/** How many applications were received from one instant until before another, except quarantined ones. */
export async function countReceived(db: Db, from: string, until: string): Promise<number> {
  const { count } = await db
    .selectFrom('applications')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('quarantined', '=', 0)
    .where('created_at', '>=', from)
    .where('created_at', '<', until)
    .executeTakeFirstOrThrow()
  return count
}

/** When the stored postings since an instant were created. */
export async function listJobCreations(db: Db, since: string): Promise<string[]> {
  const rows = await db.selectFrom('jobs').select('created_at').where('created_at', '>=', since).execute()
  return rows.map((row) => row.created_at)
}
