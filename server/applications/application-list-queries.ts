import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely'
import { type ApplicationListQuery, NO_JOB } from '../../contract/application-list.ts'
import { foldText } from '../database/application-search.ts'
import type { Db, Tables } from '../database/tables.ts'
import { type ApplicationWithResume, selectWithResume } from './application-queries.ts'
import type { ApplicationSort, ListPosition } from './list-cursor.ts'

/** Which applications a list is of. */
export type ApplicationFilter = Pick<ApplicationListQuery, 'status' | 'archived' | 'quarantined' | 'jobId' | 'q'>

/** A row of a page, with what it is sorted by. */
type PageRow = ApplicationWithResume & { sort_key: string }

type Where = ExpressionBuilder<Tables, 'applications'>

const SORT_COLUMN = { name: 'name_key', date: 'created_at', status: 'status' } as const

/** The rows of one page, in order; `after` is where the page before ended. */
export function listApplicationPage(
  db: Db,
  {
    filter,
    sort,
    after,
    limit,
  }: { filter: ApplicationFilter; sort: ApplicationSort; after?: ListPosition; limit: number },
): Promise<PageRow[]> {
  const isDescending = sort.startsWith('-')
  const column = `applications.${SORT_COLUMN[sort.replace('-', '') as keyof typeof SORT_COLUMN]}` as const
  const direction = isDescending ? 'desc' : 'asc'
  let page = selectWithResume(db).select(`${column} as sort_key`).where(matches(filter))
  if (after) {
    page = page.where((where) =>
      where(where.refTuple(column, 'applications.id'), isDescending ? '<' : '>', where.tuple(after.key, after.id)),
    )
  }
  return page.orderBy(column, direction).orderBy('applications.id', direction).limit(limit).execute()
}

/** How many applications there are of a kind. */
export async function countApplications(db: Db, filter: ApplicationFilter): Promise<number> {
  const counted = db.selectFrom('applications').select(({ fn }) => fn.countAll<number>().as('count'))
  return (await counted.where(matches(filter)).executeTakeFirstOrThrow()).count
}

/** Whether an application belongs to a job, or to none. */
export function belongsToJob(where: Where, jobId: number | typeof NO_JOB): Expression<SqlBool> {
  return jobId === NO_JOB ? where('applications.job_id', 'is', null) : where('applications.job_id', '=', jobId)
}

function matches({ status, archived, quarantined = 'false', jobId, q }: ApplicationFilter) {
  return (where: Where) =>
    where.and([
      where('applications.quarantined', '=', flagOf(quarantined)),
      ...(status === undefined ? [] : [where('applications.status', '=', status)]),
      ...(archived === undefined ? [] : [where('applications.archived', '=', flagOf(archived))]),
      ...(jobId === undefined ? [] : [belongsToJob(where, jobId)]),
      ...(q ? [contains(q)] : []),
    ])
}

function flagOf(text: 'true' | 'false'): 0 | 1 {
  return text === 'true' ? 1 : 0
}

/** Text of which nothing is left once it is folded, such as a lone accent, is found nowhere. */
function contains(text: string): Expression<SqlBool> {
  const folded = foldText(text)
  if (folded === '') return sql<SqlBool>`1 = 0`
  const pattern = `%${folded.replaceAll(/[\\%_]/g, '\\$&')}%`
  return sql<SqlBool>`${sql.ref('applications.search_text')} like ${pattern} escape '\\'`
}
