import { type SqlBool, sql } from 'kysely'
import type { InsightsQuery } from '../../../contract/applications/insights.ts'
import { FIRST_STATUS } from '../../../contract/applications/status-lists.ts'
import type { ApplicationRow, Db } from '../../platform/database/tables.ts'
import { type ApplicationFilter, isInList } from '../applications/stored/application-list-queries.ts'
import { IS_STATUS_CHANGE, readStatusMove } from '../applications/stored/status-changes.ts'
import type { StatusChange } from './journey.ts'

/** What insights read of an application. */
export type ReceivedApplication = Pick<
  ApplicationRow,
  'id' | 'job_id' | 'status' | 'created_at' | 'source' | 'import_id'
>

type JobFilter = InsightsQuery['jobId']

/**
 * The applications received after a position in the order of receipt, except those that are held as spam, the oldest first. Those that
 * are set aside count until they are erased.
 * @param page.after the last one of the page before; or, with the id 0, the instant at which the period begins
 */
export function listReceived(
  db: Db,
  { jobId, after, limit }: { jobId: JobFilter; after: Pick<ReceivedApplication, 'created_at' | 'id'>; limit: number },
): Promise<ReceivedApplication[]> {
  const received = (from: Pick<Db, 'selectFrom'>, quarantined: ApplicationFilter['quarantined']) =>
    from
      .selectFrom('applications')
      .select(['id', 'job_id', 'status', 'created_at', 'source', 'import_id'])
      .where(isInList({ ...filterOf(jobId), quarantined }))
      .where(sql<SqlBool>`(created_at, id) > (${after.created_at}, ${after.id})`)
  // Both come from the index in this order, and are merged without being sorted.
  return received(db, 'false')
    .unionAll((within) => received(within as unknown as Db, 'set aside'))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** The changes of status of applications, by application, each one's oldest first. @param ids at least one */
export async function listStatusChanges(db: Db, ids: readonly number[]): Promise<Map<number, StatusChange[]>> {
  return byApplication(
    await db
      .selectFrom('audit_trail')
      .select(['subject_id', 'at', 'event'])
      .where(IS_STATUS_CHANGE)
      .where('subject_id', 'in', ids)
      .orderBy('subject_id')
      .orderBy('audit_trail.id')
      .execute(),
  )
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
    .select(['id', 'name', 'job_id', 'created_at', 'answer_by'])
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()
  return { count, oldest }
}

function filterOf(jobId: JobFilter): ApplicationFilter {
  return jobId === undefined ? {} : { jobId }
}
