import { type Expression, type SqlBool, sql } from 'kysely'
import { NO_JOB } from '../../contract/application-list.ts'
import { engineOf } from '../database/engine.ts'
import type { Db } from '../database/tables.ts'
import { type ApplicationFilter, type FiledAlike, partsOf } from './application-filter.ts'
import { type ApplicationWithResume, selectWithResume } from './application-queries.ts'
import type { ApplicationSort, ListPosition } from './list-cursor.ts'

/** A list in its order, or what of it is behind one place and not behind another. */
export type ListStretch = {
  filter: ApplicationFilter
  sort: ApplicationSort
  after?: ListPosition
  upTo?: ListPosition
}

/** How much is read: so many rows from there on, of those that a condition allows. */
type Portion = { limit: number; offset?: number; where?: Expression<SqlBool> }

const SORT_COLUMN = { name: 'name_key', date: 'created_at', status: 'status' } as const

/** What an order sorts by, and which way round. */
function orderOf(sort: ApplicationSort) {
  const [direction, [forward, backward]] = sort.startsWith('-')
    ? (['desc', ['<', '>=']] as const)
    : (['asc', ['>', '<=']] as const)
  return { column: SORT_COLUMN[sort.replace('-', '') as keyof typeof SORT_COLUMN], direction, forward, backward }
}

/**
 * Places in a list, in its order. Each part of the list is read along an index and no further than needed, and what came
 * out is put together.
 */
export function listPositions(db: Db, stretch: ListStretch, portion: Portion): Promise<ListPosition[]> {
  const [first, ...others] = partsOf(stretch.filter).map((part) => readPart(db, stretch, part, portion))
  if (!first || others.length === 0) return first?.execute() ?? Promise.resolve([])
  const { direction } = orderOf(stretch.sort)
  // SQLite takes an order and a limit in a part of a union only one level down.
  const all = others.reduce(
    (union, part) => union.unionAll(db.selectFrom(part.as('part')).select(['key', 'id'])),
    db.selectFrom(first.as('part')).select(['key', 'id']),
  )
  return db
    .selectFrom(all.as('parts'))
    .select(['key', 'id'])
    .orderBy('key', direction)
    .orderBy('id', direction)
    .limit(portion.limit)
    .execute()
}

/** Places of given applications, of those that the list has and a condition allows, in its order. */
export function listPositionsAmong(
  db: Db,
  { filter, sort }: Pick<ListStretch, 'filter' | 'sort'>,
  ids: number[],
  where: Expression<SqlBool>,
): Promise<ListPosition[]> {
  const { column, direction } = orderOf(sort)
  const parts = partsOf(filter)
  return (
    db
      // Read before anything else is asked of them: otherwise PostgreSQL may go along the list for them.
      .with(
        (cte) => cte('among').materialized(),
        (from) => from.selectFrom('applications').selectAll().where('id', 'in', listOf(db, ids)),
      )
      .selectFrom('among')
      .select([`${column} as key`, 'id'])
      .where('quarantined', '=', parts[0]?.quarantined ?? 0)
      .where('archived', 'in', [...new Set(parts.map(({ archived }) => archived))])
      .where('status', 'in', [...new Set(parts.map(({ status }) => status))])
      .where(isOfJob(filter.jobId))
      .where(where)
      .orderBy('key', direction)
      .orderBy('id', direction)
      .execute()
  )
}

/** Numbers as one value, however many they are. */
function listOf(db: Db, ids: number[]): Expression<number> {
  return engineOf(db) === 'sqlite'
    ? sql<number>`(select value from json_each(${JSON.stringify(ids)}))`
    : sql<number>`(select unnest(${ids}::integer[]))`
}

/** Applications by number, in the order of the numbers given; those that are gone are left out. */
export async function findApplications(db: Db, ids: number[]): Promise<ApplicationWithResume[]> {
  if (ids.length === 0) return []
  const rows = await selectWithResume(db).where('applications.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** One part of a list, whose rows an index has side by side in this order. */
function readPart(db: Db, { filter, sort, after, upTo }: ListStretch, part: FiledAlike, portion: Portion) {
  const { column, direction, forward, backward } = orderOf(sort)
  let query = db
    .selectFrom('applications')
    .select([`${column} as key`, 'id'])
    .where('quarantined', '=', part.quarantined)
    .where('archived', '=', part.archived)
    .where('status', '=', part.status)
  if (filter.jobId !== undefined) query = query.where(isOfJob(filter.jobId))
  if (after) query = query.where(beyond(column, forward, after, part))
  if (upTo) query = query.where(beyond(column, backward, upTo, part))
  if (portion.where) query = query.where(portion.where)
  // An application without a job has null there, which PostgreSQL takes for an order only when it is named.
  if (filter.jobId === NO_JOB) query = query.orderBy('job_id', direction)
  if (column !== 'status') query = query.orderBy(column, direction)
  query = query.orderBy('id', direction).limit(portion.limit)
  return portion.offset === undefined ? query : query.offset(portion.offset)
}

/** Whether a row is on one side of a place. In a part all have one status, so that it decides for all of them. */
function beyond(
  column: (typeof SORT_COLUMN)[keyof typeof SORT_COLUMN],
  side: '<' | '>' | '<=' | '>=',
  { key, id }: ListPosition,
  { status }: FiledAlike,
): Expression<SqlBool> {
  if (column !== 'status') return sql<SqlBool>`(${sql.ref(column)}, id) ${sql.raw(side)} (${key}, ${id})`
  if (status === key) return sql<SqlBool>`id ${sql.raw(side)} ${id}`
  const isBeyond = side.startsWith('<') ? status < key : status > key
  return isBeyond ? sql<SqlBool>`1 = 1` : sql<SqlBool>`1 = 0`
}

function isOfJob(jobId: ApplicationFilter['jobId']): Expression<SqlBool> {
  if (jobId === undefined) return sql<SqlBool>`1 = 1`
  return jobId === NO_JOB ? sql<SqlBool>`job_id is null` : sql<SqlBool>`job_id = ${jobId}`
}
