import type { FoundPerson } from '../../../contract/search/search-results.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { PAGE, pathTo } from '../../../contract/wire/paths.ts'
import { FIRST_VIEW, writeListView } from '../applications/list-view.ts'
import type { Found } from './search-api.ts'

/** What can be opened: the id of its element, and its address. */
export type SearchOption = { id: string; href: string }

/** Everything that the results offer to open, in the order in which it is shown. */
export function optionsOf(found: Found): SearchOption[] {
  const people = found.people.map((person) => ({ id: personId(person.id), href: reviewOf(person, found.words) }))
  const postings = found.postings.map(({ id }) => ({ id: postingId(id), href: pathTo(ADMIN_PAGE.job, id) }))
  return [...people, ...postings, ...(people.length > 0 ? [{ id: WHOLE_LIST, href: listOf(found) }] : [])]
}

/** Id of the element that opens the list of the dashboard. */
export const WHOLE_LIST = 'search-list'

/** Id of a person's element. */
export function personId(id: number): string {
  return `search-person-${id}`
}

/** Id of a posting's element. */
export function postingId(id: number): string {
  return `search-posting-${id}`
}

/** The review page of a person, among those of the same status that the search finds. */
function reviewOf(person: FoundPerson, words: string): string {
  return pathTo(ADMIN_PAGE.review, person.id) + writeListView({ ...FIRST_VIEW, tab: tabOf(person), search: words })
}

/** The dashboard with the same search: the tab Pending where it has one of the people, otherwise that of the first. */
function listOf({ people, words }: Found): string {
  const tabs = people.map(tabOf)
  const tab = tabs.includes(FIRST_VIEW.tab as (typeof tabs)[number]) ? FIRST_VIEW.tab : (tabs[0] ?? FIRST_VIEW.tab)
  return PAGE.adminDashboard + writeListView({ ...FIRST_VIEW, tab, search: words })
}

function tabOf({ archived, status }: FoundPerson) {
  return archived ? 'archived' : status
}
