import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { ApplicationListQuery } from '../../../../contract/applications/application-list.ts'
import { type APPLICATION_SORTS, NO_JOB } from '../../../../contract/applications/application-terms.ts'
import { IS_ANSWER_DUE } from '../../../platform/database/answer-due-condition.ts'
import { SET_ASIDE } from '../../../platform/database/quarantine.ts'
import { REPLY_WAITS } from '../../../platform/database/reply-waits-condition.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { IS_UNANSWERED } from '../../../platform/database/unanswered-condition.ts'

/** Which applications a list has, whatever text is searched. */
export type ApplicationFilter = Pick<
  ApplicationListQuery,
  'status' | 'archived' | 'unanswered' | 'replied' | 'jobId' | 'ids'
> & {
  /** Those that are held as spam, or set aside to be erased, or those of the lists: without it. */
  quarantined?: ApplicationListQuery['quarantined'] | 'set aside'
  /** Tags, all of which they have. */
  tagIds?: readonly number[] | undefined
  /** The account of the person who takes care of them. */
  assigneeId?: number | undefined
  /** The day, in the zone of the company, on which the promised days of the applications are over. */
  overdueOn?: string | undefined
}

/** Order of a list of applications. */
export type ApplicationSort = (typeof APPLICATION_SORTS)[number]

/** Where a page ends: what its last row is sorted by. The next page starts behind it, whatever happens to that row. */
export type ListPosition = { key: string; id: number }

/** A list in its order, or the part of it behind a position, and up to another one. */
export type ApplicationList = {
  filter: ApplicationFilter
  sort: ApplicationSort
  /** Divides upcoming interviews from past ones; only the order by interview needs it. */
  now?: string
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

/** A section of a list that one index has in its order. The keys of its positions begin with its mark. */
type Section = { key: RawBuilder<string>; isDescending: boolean; mark: '' | '1' | '2'; begin?: ListPosition }

const SORT_COLUMN = { name: 'name_key', date: 'created_at', status: 'status' } as const

/** In the words of the index. Empty without an interview, so that these come after all others in descending order. */
const INTERVIEW_KEY = sql<string>`coalesce(interview_date, '')`

/** The sections of an order: two by interview, first the upcoming ones from now on, then the past ones back from now. */
function sectionsOf({ sort, now = '' }: ApplicationList): Section[] {
  if (sort !== 'interview') {
    const key = sql.ref<string>(SORT_COLUMN[sort.replace('-', '') as keyof typeof SORT_COLUMN])
    return [{ key, isDescending: sort.startsWith('-'), mark: '' }]
  }
  const [key, begin] = [INTERVIEW_KEY, { key: now, id: 0 }]
  return [
    { key, isDescending: false, mark: '1', begin },
    { key, isDescending: true, mark: '2', begin },
  ]
}

/**
 * Reads positions of a list in its order, section by section, until there are enough.
 * @param options.narrow adds conditions to the query of a section
 * @param options.isByNumber for few applications whose numbers are known: no index of the list is to be read for them
 */
export async function readPositions(
  db: Db,
  list: ApplicationList,
  {
    most,
    narrow = (query) => query,
    isByNumber = false,
  }: {
    most: number
    narrow?: (query: ReturnType<typeof selectSection>) => ReturnType<typeof selectSection>
    isByNumber?: boolean
  },
): Promise<ListPosition[]> {
  const positions: ListPosition[] = []
  for (const section of sectionsOf(list)) {
    const [after, upTo] = [list.after?.key ?? '', list.upTo?.key ?? section.mark]
    const isOutside = after.slice(0, 1) > section.mark || upTo.slice(0, 1) < section.mark
    if (positions.length === most || (section.mark && isOutside)) continue
    const query = narrow(selectSection(db, list, section, isByNumber))
    positions.push(...(await query.limit(most - positions.length).execute()))
  }
  return positions
}

function selectSection(
  db: Db,
  list: ApplicationList,
  { key, isDescending, mark, begin }: Section,
  isByNumber: boolean,
) {
  const direction = isDescending ? 'desc' : 'asc'
  const beside = (comparison: '<' | '>' | '<=' | '>=', position: ListPosition) => {
    const pair = sql<SqlBool>`(${key}, id) ${sql.raw(comparison)} (${position.key}, ${position.id})`
    // SQLite begins at a position of an expression only if it is compared alone.
    return mark ? sql<SqlBool>`${key} ${sql.raw(comparison.slice(0, 1))}= ${position.key} and ${pair}` : pair
  }
  const within = (position: ListPosition | undefined) =>
    position?.key.startsWith(mark) ? { ...position, key: position.key.slice(mark.length) } : undefined
  const [after, upTo] = [within(list.after), within(list.upTo)]
  // An interview of the page before may be over by now: the upcoming ones then begin with now.
  const from = after && !(begin && !isDescending && after.key < begin.key) ? after : begin
  let query = db
    .selectFrom('applications')
    .select([(mark ? sql<string>`${sql.lit(mark)} || ${key}` : key).as('key'), 'id'])
    .where(isInList(list.filter, isByNumber))
    .orderBy(key, direction)
    .orderBy('id', direction)
  if (from) query = query.where(beside(isDescending ? '<' : '>', from))
  if (upTo) query = query.where(beside(isDescending ? '>=' : '<=', upTo))
  return query
}

/** Whether an application belongs to a list. */
export function isInList(filter: ApplicationFilter, isByNumber = filter.ids !== undefined): Expression<SqlBool> {
  const {
    status,
    archived,
    quarantined = 'false',
    unanswered,
    replied,
    overdueOn,
    assigneeId,
    tagIds = [],
    jobId,
    ids,
  } = filter
  // Every index of the list begins with this column, and an index serves a bare column alone.
  const isBare = !isByNumber && [overdueOn, replied, assigneeId].every((each) => each === undefined)
  const conditions = [
    sql`${sql.raw(isBare ? 'quarantined' : '+quarantined')} = ${quarantined === 'set aside' ? SET_ASIDE : flagOf(quarantined)}`,
    ...(archived === undefined ? [] : [sql`archived = ${flagOf(archived)}`]),
    ...(status === undefined ? [] : [sql`status = ${status}`]),
    ...(unanswered ? [sql.raw(IS_UNANSWERED)] : []),
    ...areReplied(replied),
    ...(overdueOn === undefined ? [] : [sql`${IS_ANSWER_DUE} and answer_by < ${overdueOn}`]),
    ...(assigneeId === undefined ? [] : [sql`${sql.raw(isByNumber ? '+assignee_id' : 'assignee_id')} = ${assigneeId}`]),
    ...(jobId === undefined ? [] : [isOfJob(jobId)]),
    ...(ids === undefined ? [] : [sql`id in (${sql.join(ids)})`]),
    ...tagIds.map(hasTag),
  ]
  return sql<SqlBool>`(${sql.join(conditions, sql` and `)})`
}

/** Whether a reply waits for an answer. */
function areReplied(replied: ApplicationFilter['replied']): RawBuilder<unknown>[] {
  return replied ? [sql.raw(REPLY_WAITS)] : []
}

/** By one look into the primary key. */
function hasTag(id: number): Expression<SqlBool> {
  return sql<SqlBool>`exists (select 1 from application_tags where application_id = applications.id and tag_id = ${id})`
}

/** Whether an application belongs to a job, or to none. */
function isOfJob(jobId: NonNullable<ApplicationFilter['jobId']>): Expression<SqlBool> {
  return jobId === NO_JOB ? sql<SqlBool>`job_id is null` : sql<SqlBool>`job_id = ${jobId}`
}

/** Whether one position comes after another. Compares as the databases do: texts by their bytes, then numbers. */
export function isBehind(sort: ApplicationSort, one: ListPosition, other: ListPosition): boolean {
  const difference = Buffer.compare(Buffer.from(one.key), Buffer.from(other.key)) || one.id - other.id
  const isInPast = sort === 'interview' && one.key.startsWith('2') && other.key.startsWith('2')
  return isInPast || sort.startsWith('-') ? difference < 0 : difference > 0
}

function flagOf(text: 'true' | 'false'): 0 | 1 {
  return text === 'true' ? 1 : 0
}
