import type { ListFilter } from '../../../contract/search/list-filter.ts'
import type { MissingName, SavedView } from '../../../contract/team/saved-views.ts'
import { PAGE } from '../../../contract/wire/paths.ts'
import { FIRST_VIEW, type ListView, writeListView } from '../applications/list-view.ts'

/** Address of the list as a view has it. */
export function addressOfView({ id, filter }: Pick<SavedView, 'id' | 'filter'>): string {
  return PAGE.adminDashboard + writeListView({ ...filter, saved: String(id) })
}

/** What the list shows, whichever saved view is on. */
export function filterOf({ saved: _, ...filter }: ListView): ListFilter {
  return filter
}

/** Whether two filters show the same list. The order of tags says nothing. */
export function isSameFilter(one: ListFilter, other: ListFilter): boolean {
  return normalised(one) === normalised(other)
}

function normalised(filter: ListFilter): string {
  const tags = filter.tags.split(',').toSorted().join(',')
  return writeListView({ ...filter, tags, saved: FIRST_VIEW.saved })
}

const MISSING_WORDS: Record<MissingName, string> = { job: 'a posting', assigned: 'a person', tags: 'a tag' }

/** What a viewer is told of a view that filters by what the viewer does not find; undefined where nothing is missing. */
export function missingWords({ missing }: Pick<SavedView, 'missing'>): string | undefined {
  if (missing.length === 0) return undefined
  const named = missing.map((name) => MISSING_WORDS[name])
  const all = [named.slice(0, -1).join(', '), named.at(-1)].filter(Boolean).join(' and ')
  const [verb, them] = named.length === 1 ? ['is', 'it'] : ['are', 'them']
  return `It filters by ${all} that ${verb} no longer there, or not shown to you. So it may list nothing, until you take ${them} out of the filter.`
}

/** Whose a view is, and who sees it. */
export function ownerWords({ isOwn, isShared, by }: Pick<SavedView, 'isOwn' | 'isShared' | 'by'>): string {
  if (isOwn) return isShared ? 'Yours, shared with all colleagues' : 'Yours'
  return by === null ? 'Shared by a former colleague' : `Shared by ${by}`
}
