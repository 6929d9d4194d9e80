import { type RawBuilder, type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { InsightsQuery } from '../../../contract/applications/insights.ts'
import { FIRST_STATUS } from '../../../contract/applications/status-lists.ts'
import type { ApplicationRow, Db, Tables } from '../../platform/database/tables.ts'
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
export async function listReceived(
  db: Db,
  { jobId, after, limit }: { jobId: JobFilter; after: Pick<ReceivedApplication, 'created_at' | 'id'>; limit: number },
): Promise<ReceivedApplication[]> {
  const page = db
    .selectFrom('applications')
    .select(['id', 'job_id', 'status', 'created_at'])
    .where(isInList(filterOf(jobId)))
    .where(sql<SqlBool>`(created_at, id) > (${after.created_at}, ${after.id})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
  const lines = await readLines(db, page, ['id', 'job_id', 'status', 'created_at'])
  return lines.map(([id, job, status, created_at]) => ({
    id: Number(id),
    job_id: job === '' ? null : Number(job),
    status: status as ReceivedApplication['status'],
    created_at: created_at as string,
  }))
}

/** The changes of status of applications, by application, each one's oldest first. @param ids at least one */
export function listStatusChanges(db: Db, ids: readonly number[]): Promise<Map<number, StatusChange[]>> {
  const [first, last] = [Math.min(...ids), Math.max(...ids)]
  // A range is read faster, but must not hold many other applications.
  const isDense = last - first < 2 * ids.length
  return readChanges(
    db,
    isDense ? sql`subject_id between ${first} and ${last}` : sql`subject_id in (${sql.raw(ids.join())})`,
  )
}

/**
 * The changes of status from an instant on, of the applications in a range of ids that are neither quarantined nor
 * deleted.
 */
export function listRecentStatusChanges(
  db: Db,
  { since, first, last }: { since: string; first: number; last: number },
) {
  return readChanges(
    db,
    sql`subject_id between ${first} and ${last} and at >= ${since} and exists
      (select 1 from applications where applications.id = subject_id and quarantined = 0)`,
  )
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

async function readChanges(db: Db, condition: RawBuilder<unknown>): Promise<Map<number, StatusChange[]>> {
  const rows = db
    .selectFrom('audit_trail')
    .select(['subject_id', 'at', 'event'])
    .where(IS_STATUS_CHANGE)
    .where(condition as RawBuilder<SqlBool>)
    .orderBy('subject_id')
    .orderBy('id')
  const changes = new Map<number, StatusChange[]>()
  for (const [id, at, event] of await readLines(db, rows, ['subject_id', 'at', 'event'])) {
    const change = toStatusChange(at as string, event as string)
    const earlier = changes.get(Number(id))
    if (earlier) earlier.push(change)
    else changes.set(Number(id), [change])
  }
  return changes
}

function toStatusChange(at: string, event: string): StatusChange {
  const { from, to, undone } = readStatusMove(event)
  return { at: Date.parse(at), from, to, undone }
}

/**
 * Reads rows of short columns, which hold neither `|` nor a line break, as one text: handing over a row takes the
 * drivers many times longer than reading it. An absent value is empty.
 */
async function readLines<Row>(
  db: Db,
  rows: SelectQueryBuilder<Tables, 'applications' | 'audit_trail', Row>,
  columns: (keyof Row & string)[],
): Promise<string[][]> {
  const line = sql.join(
    columns.map((column) => sql.ref(column)),
    sql.raw(", '|', "),
  )
  const { text } = await db
    .selectFrom(rows.as('line'))
    .select(sql<string | null>`string_agg(concat(${line}), ${sql.lit('\n')})`.as('text'))
    .executeTakeFirstOrThrow()
  return text === null ? [] : text.split('\n').map((one) => one.split('|'))
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
