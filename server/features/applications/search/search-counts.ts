import { type SqlBool, sql } from 'kysely'
import type { ApplicationSummary } from '../../../../contract/application-list.ts'
import { APPLICATION_STATUSES, type ApplicationStatus } from '../../../../contract/vocabulary.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { type ApplicationFilter, isInList } from '../application-list-queries.ts'
import { countMatches, matchingIds } from './application-search-queries.ts'
import { findNamed } from './search-applications.ts'
import { findTerms } from './search-terms.ts'

/** Matches that are counted by tab; with more, each count is a lower bound. */
const MOST_COUNTED = 1_000

type FoundTabs = Pick<ApplicationSummary, 'tabs' | 'areTabsExact'>

/**
 * How many applications a query finds in each tab, of all jobs or of one.
 * @param mostCounted given by tests alone
 */
export async function countFoundTabs(
  db: Db,
  text: string,
  jobId: ApplicationFilter['jobId'],
  mostCounted = MOST_COUNTED,
): Promise<FoundTabs> {
  const filter = jobId === undefined ? {} : { jobId }
  const terms = await findTerms(db, text)
  const named = await findNamed(db, { filter, sort: 'date' }, text)
  if (terms.length === 0) return { tabs: tabsOf([]) }
  const isExact = (await countMatches(db, terms, mostCounted + 1)) <= mostCounted
  const found = sql`select rowid from (${matchingIds(db, terms)} limit ${mostCounted}) as matching`
  const isFound = sql<SqlBool>`id in (${named ? sql`${found} union select ${named.id}` : found})`
  const groups = await db
    .selectFrom('applications')
    .select(['archived', 'status', ({ fn }) => fn.countAll<number>().as('count')])
    .where(isInList(filter, true))
    .where(isFound)
    .groupBy(['archived', 'status'])
    .execute()
  return { tabs: tabsOf(groups), ...(!isExact && { areTabsExact: false }) }
}

type Group = { archived: 0 | 1; status: ApplicationStatus; count: number }

function tabsOf(groups: Group[]): ApplicationSummary['tabs'] {
  const count = (isInTab: (group: Group) => boolean) =>
    groups.filter(isInTab).reduce((sum, group) => sum + group.count, 0)
  const inTabs = APPLICATION_STATUSES.map((status) => [
    status,
    count((group) => group.archived === 0 && group.status === status),
  ])
  return {
    ...(Object.fromEntries(inTabs) as Record<ApplicationStatus, number>),
    archived: count(({ archived }) => archived === 1),
  }
}
