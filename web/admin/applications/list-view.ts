import type { APPLICATION_SORTS } from '../../../contract/applications/application-terms.ts'
import { FIRST_STATUS } from '../../../contract/applications/status-lists.ts'
import {
  isIdText,
  isJobChoice,
  isPersonChoice,
  isTagChoice,
  LATE,
  LIST_SORTS,
  LIST_TABS,
  type ListFilter,
  REPLIED,
  UNANSWERED,
} from '../../../contract/search/list-filter.ts'
import { MAXIMUM } from '../../../contract/wire/limits.ts'

/** A sort order; a leading minus reverses it. */
export type Sort = (typeof APPLICATION_SORTS)[number]

/** What the dashboard lists. Stored in the page's address, so that reload, Back and shared links preserve it. */
export type ListView = ListFilter & {
  /** Id of the saved view that is on, as text; empty for none. The list may have changed since. */
  saved: string
}

/** The view of an address without parameters. */
export const FIRST_VIEW: ListView = {
  ...{ tab: FIRST_STATUS, job: '', assigned: '', tags: '', search: '' },
  ...{ sort: 'usual', saved: '' },
}

/** The order in which a view lists: interviews by their dates, who waits for an answer oldest first, others newest first. */
export function sortOf({ tab, sort }: Pick<ListView, 'tab' | 'sort'>): Sort {
  if (sort !== 'usual') return sort
  if (tab === UNANSWERED || tab === LATE || tab === REPLIED) return 'date'
  return tab === 'interview' ? 'interview' : '-date'
}

/**
 * Reads the view from an address; invalid parameters are ignored.
 * @param query the address after the question mark
 */
export function readListView(query: string): ListView {
  const given = new URLSearchParams(query)
  const tab = LIST_TABS.find((one) => one === given.get('tab')) ?? FIRST_VIEW.tab
  const sort = LIST_SORTS.find((one) => one === given.get('sort'))
  const chosen = (name: string, isChoice: (text: string) => boolean) => {
    const text = given.get(name) ?? ''
    return isChoice(text) ? text : ''
  }
  return {
    tab,
    job: chosen('job', isJobChoice),
    assigned: chosen('assigned', isPersonChoice),
    tags: chosen('tags', isTagChoice),
    search: (given.get('q') ?? '').trim().slice(0, MAXIMUM.jobLine),
    saved: chosen('view', isIdText),
    sort: sort === undefined || sort === sortOf({ tab, sort: 'usual' }) ? 'usual' : sort,
  }
}

/** The number of the page in an address, from 1. */
export function readPageNumber(query: string): number {
  const number = new URLSearchParams(query).get('page') ?? ''
  return /^[1-9]\d{0,5}$/.test(number) ? Number(number) : 1
}

/**
 * Writes a view as the query of an address.
 * @param page number of the page, from 1
 * @returns empty, or a question mark and the differences from {@link FIRST_VIEW}
 */
export function writeListView({ tab, job, assigned, tags, search, sort, saved }: ListView, page = 1): string {
  const query = new URLSearchParams({
    ...(tab !== FIRST_VIEW.tab && { tab }),
    ...(job !== FIRST_VIEW.job && { job }),
    ...(assigned !== FIRST_VIEW.assigned && { assigned }),
    ...(tags !== FIRST_VIEW.tags && { tags }),
    ...(search !== FIRST_VIEW.search && { q: search }),
    ...(sortOf({ tab, sort }) !== sortOf({ tab, sort: 'usual' }) && { sort }),
    ...(saved && { view: saved }),
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return query && `?${query}`
}
