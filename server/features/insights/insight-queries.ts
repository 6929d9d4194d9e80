import { type SqlBool, sql } from 'kysely'
import type { InsightsQuery } from '../../../contract/applications/insights.ts'
import { FIRST_STATUS } from '../../../contract/applications/status-lists.ts'
import type { ApplicationRow, Db } from '../../platform/database/tables.ts'
import { type ApplicationFilter, isInList } from '../applications/stored/application-list-queries.ts'
import { IS_STATUS_CHANGE, readStatusMove } from '../applications/stored/status-changes.ts'
import type { StatusChange } from './journey.ts'

/** What insights read of an application. */
export type ReceivedApplication = Pick<ApplicationRow, 'id' | 'job_id' | 'status' | 'created_at'>

type JobFilter = InsightsQuery['jobId']

/**
 * The applications received after a position in the order of receipt, except quarantined ones, the oldest first.
 * @param page.after the last one of the page before; or, with the id 0, the instant at which the period begins
 */
export function listReceived(
  db: Db,
  { jobId, after, limit }: { jobId: JobFilter; after: Pick<ReceivedApplication, 'created_at' | 'id'>; limit: number },
): Promise<ReceivedApplication[]> {
  return db
    .selectFrom('applications')
    .select(['id', 'job_id', 'status', 'created_at'])
    .where(isInList(filterOf(jobId)))
    .where(sql<SqlBool>`(created_at, id) > (${after.created_at}, ${after.id})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The changes of status of applications, by application, each one's oldest first. @param ids at least one */
export async function listStatusChanges(db: Db, ids: readonly number[]): Promise<Map<number, StatusChange[]>> {
  return byApplication(await selectChanges(db).where('subject_id', 'in', ids).execute())
}

/**
 * The changes of status from an instant on, of the applications in a range of ids that are neither quarantined nor
 * deleted.
 */
export async function listRecentStatusChanges(
  db: Db,
  { since, first, last }: { since: string; first: number; last: number },
): Promise<Map<number, StatusChange[]>> {
  const recent = selectChanges(db)
    .where(({ between }) => between('subject_id', first, last))
    .where('at', '>=', since)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('applications')
          .select('id')
          .whereRef('applications.id', '=', 'subject_id')
          .where('quarantined', '=', 0),
      ),
    )
  return byApplication(await recent.execute())
}

/** The highest id of an application whose status was ever changed; 0 without one. */
export async function findLastChanged(db: Db): Promise<number> {
  const { last } = await db
    .selectFrom('audit_trail')
    .select(({ fn }) => fn.max('subject_id').as('last'))
    .where(IS_STATUS_CHANGE)
    .executeTakeFirstOrThrow()
  return last ?? 0
}

function selectChanges(db: Db) {
  return db
    .selectFrom('audit_trail')
    .select(['subject_id', 'at', 'event'])
    .where(IS_STATUS_CHANGE)
    .orderBy('subject_id')
    .orderBy('audit_trail.id')
}

function byApplication(rows: readonly { subject_id: number; at: string; event: string }[]) {
  const changes = new Map<number, StatusChange[]>()
  for (const { subject_id, at, event } of rows) {
    const { from, to, undone } = readStatusMove(event)
    const change = { at: Date.parse(at), from, to, undone }
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
    .where(isInList({ status: FIRST_STATUS, archived: 'false', ...filterOf(jobId) }))
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
