import { type Expression, type SqlBool, sql } from 'kysely'
import { NO_JOB } from '../../../contract/application-list.ts'
import type { Db } from '../../platform/database/tables.ts'
import { type ApplicationFilter, type FiledAlike, partsOf } from './application-filter.ts'
import { type ApplicationWithResume, selectWithResume } from './application-queries.ts'
import { hasText } from './application-search-queries.ts'
import type { ApplicationSort, ListPosition } from './list-cursor.ts'

/** A list in its order, or what of it is behind a place. */
export type ListStretch = { filter: ApplicationFilter; sort: ApplicationSort; after?: ListPosition }

/** A place that was looked at, and whether what was looked for is there. */
export type SeenPosition = ListPosition & { isMatch: boolean | 0 | 1 }

const SORT_COLUMN = { name: 'name_key', date: 'created_at', status: 'status' } as const

/** What an order sorts by, and which way round. */
function orderOf(sort: ApplicationSort) {
  const [direction, forward] = sort.startsWith('-') ? (['desc', '<'] as const) : (['asc', '>'] as const)
  return { column: SORT_COLUMN[sort.replace('-', '') as keyof typeof SORT_COLUMN], direction, forward }
}

/** The first so many places of a list, in its order. */
export function listPositions(db: Db, stretch: ListStretch, limit: number): Promise<ListPosition[]> {
  return inOrder(db, stretch, limit).select(['key', 'id']).execute()
}

/** Where a text is along a stretch of a list, and where looking stopped; undefined at the end of the list. */
export type Looked = { found: ListPosition[]; end: ListPosition | undefined }

/** Looks for a text at the first so many places of a list. Only what is found comes back, and the last place. */
export async function lookAlong(db: Db, stretch: ListStretch, limit: number, folded: string): Promise<Looked> {
  // Numbered as they come, which is in the order of the list: its limit has been applied by then.
  const seen = inOrder(db, stretch, limit, true)
    .select(['key', 'id', hasText(folded).as('isMatch')])
    .select(sql<number>`row_number() over ()`.as('number'))
  const rows = await db
    .selectFrom(seen.as('seen'))
    .select(['key', 'id', 'isMatch', 'number'])
    .where(({ or, eb, ref }) => or([ref('isMatch'), eb('number', '=', limit)]))
    .orderBy('number')
    .execute()
  const places = (some: typeof rows) => some.map(({ key, id }) => ({ key, id }))
  const [end] = places(rows.filter(({ number }) => number === limit))
  return { found: places(rows.filter(({ isMatch }) => isMatch)), end }
}

/** The place of an application by its number, and whether it has a text; undefined where it is not in the list. */
export function findInList(
  db: Db,
  { filter, sort }: Pick<ListStretch, 'filter' | 'sort'>,
  id: number,
  folded: string,
): Promise<SeenPosition | undefined> {
  return db
    .selectFrom('applications')
    .select([`${orderOf(sort).column} as key`, 'id', hasText(folded).as('isMatch')])
    .where('id', '=', id)
    .where(isInList(filter))
    .executeTakeFirst()
}

/** Who may have a text, and how far is looked. */
export type TextLookUp = {
  folded: string
  mayHave: Expression<SqlBool>
  /** So many are compared with the text and the list. */
  compared: number
  /** So many that are in the list come back. */
  matches: number
}

/**
 * The places of a list at which a text is, in its order.
 * @returns undefined where there are more to compare, or more matches, than the limits say
 */
export async function lookUp(
  db: Db,
  { filter, sort }: Pick<ListStretch, 'filter' | 'sort'>,
  { folded, mayHave, compared, matches }: TextLookUp,
): Promise<ListPosition[] | undefined> {
  const { column, direction } = orderOf(sort)
  // The limit keeps the list's own indexes out of it: only what the text index names is read.
  const named = db
    .selectFrom('applications')
    .select([`${column} as key`, 'id', 'search_text', 'quarantined', 'archived', 'status', 'job_id'])
    .select(sql<number>`row_number() over ()`.as('number'))
    .where(mayHave)
    .limit(compared + 1)
  const found = db
    .selectFrom(named.as('named'))
    .select(['key', 'id', 'number'])
    .where(sql<SqlBool>`number > ${compared} or (${hasText(folded)} and ${isInList(filter)})`)
    .limit(matches + 1)
  const rows = await db
    .selectFrom(found.as('found'))
    .select(['key', 'id', 'number'])
    .orderBy('key', direction)
    .orderBy('id', direction)
    .execute()
  const isTooMuch = rows.length > matches || rows.some(({ number }) => number > compared)
  return isTooMuch ? undefined : rows.map(({ key, id }) => ({ key, id }))
}

function isInList(filter: ApplicationFilter): Expression<SqlBool> {
  const parts = partsOf(filter).map(
    ({ quarantined, archived, status }) =>
      sql`(quarantined = ${quarantined} and archived = ${archived} and status = ${status})`,
  )
  return sql<SqlBool>`(${sql.join(parts, sql` or `)}) and ${isOfJob(filter.jobId)}`
}

/**
 * The first so many rows of a list, in its order. Each part of the list is read along an index and no further than
 * needed, and what came out is put together.
 */
function inOrder(db: Db, stretch: ListStretch, limit: number, isWithText = false) {
  const { direction } = orderOf(stretch.sort)
  // SQLite takes an order and a limit in a part of a union only one level down.
  const [first, ...others] = partsOf(stretch.filter).map((part) =>
    db
      .selectFrom(readPart(db, stretch, part, limit).as('part'))
      .select(['key', 'id'])
      .$if(isWithText, (query) => query.select('search_text')),
  )
  if (!first) throw new Error('A list has at least one part.')
  const all = others.reduce((union, part) => union.unionAll(part), first)
  return db.selectFrom(all.orderBy('key', direction).orderBy('id', direction).limit(limit).as('parts'))
}

/** Applications by number, in the order of the numbers given; those that are gone are left out. */
export async function findApplications(db: Db, ids: number[]): Promise<ApplicationWithResume[]> {
  if (ids.length === 0) return []
  const rows = await selectWithResume(db).where('applications.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** One part of a list, whose rows an index has side by side in this order. */
function readPart(db: Db, { filter, sort, after }: ListStretch, part: FiledAlike, limit: number) {
  const { column, direction, forward } = orderOf(sort)
  let query = db
    .selectFrom('applications')
    .select([`${column} as key`, 'id', 'search_text'])
    .where('quarantined', '=', part.quarantined)
    .where('archived', '=', part.archived)
    .where('status', '=', part.status)
  if (filter.jobId !== undefined) query = query.where(isOfJob(filter.jobId))
  if (after) query = query.where(isBehind(column, forward, after, part))
  // An application without a job has null there, which PostgreSQL takes for an order only when it is named.
  if (filter.jobId === NO_JOB) query = query.orderBy('job_id', direction)
  if (column !== 'status') query = query.orderBy(column, direction)
  return query.orderBy('id', direction).limit(limit)
}

/** Whether a row is behind a place. In a part all have one status, so that it decides for all of them. */
function isBehind(
  column: (typeof SORT_COLUMN)[keyof typeof SORT_COLUMN],
  forward: '<' | '>',
  { key, id }: ListPosition,
  { status }: FiledAlike,
): Expression<SqlBool> {
  if (column !== 'status') return sql<SqlBool>`(${sql.ref(column)}, id) ${sql.raw(forward)} (${key}, ${id})`
  if (status === key) return sql<SqlBool>`id ${sql.raw(forward)} ${id}`
  return sql<SqlBool>`1 = ${sql.lit((forward === '<' ? status < key : status > key) ? 1 : 0)}`
}

function isOfJob(jobId: ApplicationFilter['jobId']): Expression<SqlBool> {
  if (jobId === undefined) return sql<SqlBool>`1 = 1`
  return jobId === NO_JOB ? sql<SqlBool>`job_id is null` : sql<SqlBool>`job_id = ${jobId}`
}
