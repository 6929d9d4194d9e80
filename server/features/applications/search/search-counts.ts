import type { ApplicationSummary } from '../../../../contract/applications/application-list.ts'
import type { ApplicationStatus } from '../../../../contract/applications/application-statuses.ts'
import { APPLICATION_STATUSES } from '../../../../contract/applications/status-lists.ts'
import { recordOf } from '../../../../contract/wire/records.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { type ApplicationFilter, isInList } from '../stored/application-list-queries.ts'
import { findMatches, searchByIndex } from '../stored/application-search-queries.ts'
import { findNamed } from './search-applications.ts'
import { findTerms } from './search-terms.ts'

/** Matches that are counted by tab; with more, each count is a lower bound. */
const MOST_COUNTED = 1_000

type FoundTabs = Pick<ApplicationSummary, 'tabs' | 'areTabsExact'>

/**
 * How many applications a query finds in each tab, of those of a filter.
 * @param mostCounted given by tests alone
 */
export async function countFoundTabs(
  db: Db,
  text: string,
  filter: ApplicationFilter,
  mostCounted = MOST_COUNTED,
): Promise<FoundTabs> {
  const terms = await findTerms(db, text)
  if (terms.length === 0) return { tabs: tabsOf([]) }
  return searchByIndex(db, terms, async (trx) => {
    const named = await findNamed(trx, { filter, sort: 'date' }, text)
    const matches = await findMatches(trx, terms, mostCounted + 1)
    const ids = [...matches.slice(0, mostCounted), ...(named ? [named.id] : [])]
    const tabs = await countTabsAmong(trx, filter, ids)
    return matches.length > mostCounted ? { tabs, areTabsExact: false } : { tabs }
  })
}

/** How many of some applications a filter has in each tab. */
export async function countTabsAmong(
  db: Db,
  filter: ApplicationFilter,
  ids: readonly number[],
): Promise<ApplicationSummary['tabs']> {
  return tabsOf(await countGroups(db, filter, ids))
}

type Group = { archived: 0 | 1; status: ApplicationStatus; count: number }

async function countGroups(db: Db, filter: ApplicationFilter, ids: readonly number[]): Promise<Group[]> {
  if (ids.length === 0) return []
  return db
    .selectFrom('applications')
    .select(['archived', 'status', ({ fn }) => fn.countAll<number>().as('count')])
    .where(isInList(filter, true))
    .where('id', 'in', ids)
    .groupBy(['archived', 'status'])
    .execute()
}

function tabsOf(groups: Group[]): ApplicationSummary['tabs'] {
  const count = (isInTab: (group: Group) => boolean) =>
    groups.filter(isInTab).reduce((sum, group) => sum + group.count, 0)
  return {
    ...recordOf(APPLICATION_STATUSES, (status) => count((group) => group.archived === 0 && group.status === status)),
    archived: count(({ archived }) => archived === 1),
  }
}
