import { type Expression, type SqlBool, sql } from 'kysely'
import type { ApplicationListQuery } from '../../../../contract/application-list.ts'
import { NO_JOB } from '../../../../contract/vocabulary.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { type ApplicationWithResume, selectWithResume } from '../application-queries.ts'
import type { ApplicationSort, ListPosition } from './list-cursor.ts'

/** Which applications a list has, whatever text is searched. */
export type ApplicationFilter = Pick<ApplicationListQuery, 'status' | 'archived' | 'quarantined' | 'jobId'>

/** A list in its order, or the part of it behind a position, and up to another one. */
export type ApplicationList = {
  filter: ApplicationFilter
  sort: ApplicationSort
  after?: ListPosition
  upTo?: ListPosition
}

/** The positions of one page, the total of the list, or the least it can be, and the end of the page if others follow. */
export type PositionPage = {
  positions: ListPosition[]
  total: number
  isExact: boolean
  next: ListPosition | undefined
}

const SORT_COLUMN = { name: 'name_key', date: 'created_at', status: 'status' } as const

/**
 * The positions of a list, in its order, without a limit yet.
 * @param options.isByNumber for few applications whose numbers are known: no index of the list is to be read for them
 */
export function selectPositions(db: Db, { filter, sort, after, upTo }: ApplicationList, { isByNumber = false } = {}) {
  const isDescending = sort.startsWith('-')
  const column = SORT_COLUMN[sort.replace('-', '') as keyof typeof SORT_COLUMN]
  const direction = isDescending ? 'desc' : 'asc'
  const beside = (comparison: '<' | '>' | '<=' | '>=', { key, id }: ListPosition) =>
    sql<SqlBool>`(${sql.ref(column)}, id) ${sql.raw(comparison)} (${key}, ${id})`
  let query = db
    .selectFrom('applications')
    .select([`${column} as key`, 'id'])
    .where(isInList(filter, isByNumber))
    .orderBy(column, direction)
    .orderBy('id', direction)
  if (after) query = query.where(beside(isDescending ? '<' : '>', after))
  if (upTo) query = query.where(beside(isDescending ? '>=' : '<=', upTo))
  return query
}

/** Whether an application belongs to a list. */
export function isInList(
  { status, archived, quarantined = 'false', jobId }: ApplicationFilter,
  isByNumber = false,
): Expression<SqlBool> {
  const conditions = [
    // Every index of the list begins with this column, and an index serves a bare column alone.
    sql`${sql.raw(isByNumber ? '+quarantined' : 'quarantined')} = ${flagOf(quarantined)}`,
    ...(archived === undefined ? [] : [sql`archived = ${flagOf(archived)}`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(jobId === undefined ? [] : [isOfJob(jobId)]),
  ]
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** Whether an application belongs to a job, or to none. */
function isOfJob(jobId: NonNullable<ApplicationFilter['jobId']>): Expression<SqlBool> {
  return jobId === NO_JOB ? sql<SqlBool>`job_id is null` : sql<SqlBool>`job_id = ${jobId}`
}

/** Whether one position comes after another. Compares as the databases do: texts by their bytes, then numbers. */
export function isBehind(sort: ApplicationSort, one: ListPosition, other: ListPosition): boolean {
  const difference = Buffer.compare(Buffer.from(one.key), Buffer.from(other.key)) || one.id - other.id
  return sort.startsWith('-') ? difference < 0 : difference > 0
}

/** Applications by number, in the order of the numbers given; deleted ones are left out. */
export async function findApplications(db: Db, ids: number[]): Promise<ApplicationWithResume[]> {
  if (ids.length === 0) return []
  const rows = await selectWithResume(db).where('applications.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

function flagOf(text: 'true' | 'false'): 0 | 1 {
  return text === 'true' ? 1 : 0
}
