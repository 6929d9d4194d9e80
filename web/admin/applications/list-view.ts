import { APPLICATION_SORTS, ASSIGNED_TO_ME, NO_JOB } from '../../../contract/applications/application-terms.ts'
import { FIRST_STATUS } from '../../../contract/applications/status-lists.ts'
import { MAX_ID, MAXIMUM } from '../../../contract/wire/limits.ts'
import { TABS, type Tab } from './application-tabs.ts'

/** Value of the `tab` parameter for quarantined applications. */
export const QUARANTINE = 'quarantine'

/** Value of the `tab` parameter for what is decided while its applicants do not know it. */
export const UNANSWERED = 'unanswered'

/** Value of the `tab` parameter for those who wait longer than promised, pending and in review. */
export const LATE = 'late'

/** The lists that are no tab: a heading replaces the tabs. */
const SPECIAL_LISTS = [QUARANTINE, UNANSWERED, LATE] as const

/** A sort order; a leading minus reverses it. */
export type Sort = (typeof APPLICATION_SORTS)[number]

/** A sort order as chosen: `usual` is the order of the tab. */
type ChosenSort = Sort | 'usual'

/** What the dashboard lists. Stored in the page's address, so that reload, Back and shared links preserve it. */
export type ListView = {
  tab: Tab | (typeof SPECIAL_LISTS)[number]
  /** Id of a posting as text, {@link NO_JOB}, or empty for all. */
  job: string
  /** {@link ASSIGNED_TO_ME}, the id of another person as text, or empty for all. */
  assigned: string
  /** Ids of tags, all of which they have, parted by commas; empty for all. */
  tags: string
  /** Words to find in everything that an application says; empty for none. */
  search: string
  sort: ChosenSort
}

/** The view of an address without parameters. */
export const FIRST_VIEW: ListView = { tab: FIRST_STATUS, job: '', assigned: '', tags: '', search: '', sort: 'usual' }

/** The order in which a view lists: interviews by their dates, who waits for an answer oldest first, others newest first. */
export function sortOf({ tab, sort }: Pick<ListView, 'tab' | 'sort'>): Sort {
  if (sort !== 'usual') return sort
  if (tab === UNANSWERED || tab === LATE) return 'date'
  return tab === 'interview' ? 'interview' : '-date'
}

/**
 * Reads the view from an address; invalid parameters are ignored.
 * @param query the address after the question mark
 */
export function readListView(query: string): ListView {
  const given = new URLSearchParams(query)
  const named = TABS.find(({ value }) => value === given.get('tab'))?.value
  const special = SPECIAL_LISTS.find((list) => list === given.get('tab'))
  const tab = special ?? named ?? FIRST_VIEW.tab
  const sort = APPLICATION_SORTS.find((one) => one === given.get('sort'))
  const job = given.get('job') ?? ''
  const assigned = given.get('assigned') ?? ''
  const tags = given.get('tags') ?? ''
  return {
    tab,
    job: job === NO_JOB || isIdText(job) ? job : FIRST_VIEW.job,
    assigned: assigned === ASSIGNED_TO_ME || isIdText(assigned) ? assigned : FIRST_VIEW.assigned,
    tags: TAG_FILTER.test(tags) ? tags : FIRST_VIEW.tags,
    search: (given.get('q') ?? '').trim().slice(0, MAXIMUM.jobLine),
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
export function writeListView({ tab, job, assigned, tags, search, sort }: ListView, page = 1): string {
  const query = new URLSearchParams({
    ...(tab !== FIRST_VIEW.tab && { tab }),
    ...(job !== FIRST_VIEW.job && { job }),
    ...(assigned !== FIRST_VIEW.assigned && { assigned }),
    ...(tags !== FIRST_VIEW.tags && { tags }),
    ...(search !== FIRST_VIEW.search && { q: search }),
    ...(sortOf({ tab, sort }) !== sortOf({ tab, sort: 'usual' }) && { sort }),
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return query && `?${query}`
}

/** As many tags as an application can have. */
const TAG_FILTER = /^[1-9]\d{0,8}(?:,[1-9]\d{0,8}){0,9}$/

function isIdText(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID
}
