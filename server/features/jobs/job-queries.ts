import { OPEN_JOB } from '../../../contract/jobs/job-statuses.ts'
import type { Db, JobRow, NewJobRow } from '../../platform/database/tables.ts'
import { columnsOf } from './job-fields.ts'

/** All postings, newest first. */
export function listJobs(db: Db): Promise<JobRow[]> {
  return db.selectFrom('jobs').selectAll().orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

/**
 * The ids of the postings that visitors see, newest first.
 * @param today the date where the company is
 */
export async function listOpenIds(db: Db, today: string): Promise<number[]> {
  const rows = await openJobs(db, today).select('id').orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
  return rows.map(({ id }) => id)
}

/** Of some postings those that visitors see, in no order. */
export function listOpenRows(db: Db, ids: readonly number[], today: string): Promise<JobRow[]> {
  return openJobs(db, today).selectAll().where('id', 'in', ids).execute()
}

/** Of some postings the ids of those that visitors see. */
export async function findOpenIds(db: Db, ids: readonly number[], today: string): Promise<Set<number>> {
  const rows = await openJobs(db, today).select('id').where('id', 'in', ids).execute()
  return new Set(rows.map(({ id }) => id))
}

function openJobs(db: Db, today: string) {
  return db
    .selectFrom('jobs')
    .where((where) => where.and(columnsOf(OPEN_JOB)))
    .where((where) => where.or([where('closing_date', 'is', null), where('closing_date', '>=', today)]))
}

/**
 * Marks postings that have closed by their date as announced to search engines, where this closing date is not.
 * @param today the date where the company is
 * @param limit the most at a time
 * @returns their ids
 */
export async function markClosings(db: Db, today: string, limit: number): Promise<number[]> {
  const closed = db
    .selectFrom('jobs')
    .select('id')
    .where((where) => where.and(columnsOf(OPEN_JOB)))
    .where('closing_date', '<', today)
    .where(({ or, eb, ref }) =>
      or([eb('announced_closing', 'is', null), eb('announced_closing', '<>', ref('closing_date'))]),
    )
    .limit(limit)
  const marked = await db
    .updateTable('jobs')
    .set(({ ref }) => ({ announced_closing: ref('closing_date') }))
    .where('id', 'in', closed)
    // An edit at the same moment may have given it a later date.
    .where('closing_date', '<', today)
    .returning('id')
    .execute()
  return marked.map(({ id }) => id)
}

/** The titles of all postings, newest first. */
export function listJobTitles(db: Db): Promise<Pick<JobRow, 'id' | 'title'>[]> {
  return db.selectFrom('jobs').select(['id', 'title']).orderBy('id', 'desc').execute()
}

/** What a search among all postings compares and shows of them, newest first. */
export function listSearchedJobs(db: Db) {
  return db
    .selectFrom('jobs')
    .select(['id', 'title', 'location', 'department', 'internal_job_code', 'project_code'])
    .select(['status', 'is_active', 'closing_date'])
    .orderBy('id', 'desc')
    .execute()
}

/** One posting, whatever its state. */
export function findJob(db: Db, id: number): Promise<JobRow | undefined> {
  return db.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirst()
}

/** Titles by the ids of postings; deleted ones are left out. */
export async function findJobTitles(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('jobs')
    .select(['id', 'title'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(rows.map(({ id, title }) => [id, title]))
}

/** The posting that an earlier attempt of the same create stored. */
export function findJobByIdempotencyKey(db: Db, key: string): Promise<JobRow | undefined> {
  return db.selectFrom('jobs').selectAll().where('idempotency_key', '=', key).executeTakeFirst()
}

/** The number of the posting with that title; null unless there is exactly one. */
export async function findOnlyJobId(db: Db, title: string): Promise<number | null> {
  const [first, second] = await db.selectFrom('jobs').select('id').where('title', '=', title).limit(2).execute()
  return first && !second ? first.id : null
}

/** Stores a posting. */
export function insertJob(db: Db, job: NewJobRow): Promise<JobRow> {
  return db.insertInto('jobs').values(job).returningAll().executeTakeFirstOrThrow()
}

/** Changes a posting; undefined when there is none. */
export function updateJob(db: Db, id: number, changes: Partial<NewJobRow>): Promise<JobRow | undefined> {
  return db.updateTable('jobs').set(changes).where('id', '=', id).returningAll().executeTakeFirst()
}

/** Deletes a posting; its applications stay and keep its number. */
export async function deleteJob(db: Db, id: number): Promise<void> {
  await db.deleteFrom('jobs').where('id', '=', id).execute()
}
