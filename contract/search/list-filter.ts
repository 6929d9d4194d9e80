import { APPLICATION_SORTS, ASSIGNED_TO_ME, NO_JOB } from '../applications/application-terms.ts'
import { STATUSES_BY_KEY } from '../applications/status-lists.ts'
import { MAX_ID, TAG } from '../wire/limits.ts'

/** Value of the `tab` parameter for quarantined applications. */
export const QUARANTINE = 'quarantine'

/** Value of the `tab` parameter for what is decided while its applicants do not know it. */
export const UNANSWERED = 'unanswered'

/** Value of the `tab` parameter for those who wait longer than promised, pending and in review. */
export const LATE = 'late'

/** Value of the `tab` parameter for those whose applicants have replied and wait for an answer. */
export const REPLIED = 'replied'

/** What the dashboard lists: its tabs, and the lists that are no tab, where a heading replaces the tabs. */
export const LIST_TABS = [...STATUSES_BY_KEY, 'archived', QUARANTINE, UNANSWERED, LATE, REPLIED] as const

/** The orders that can be chosen: `usual` is the order of the tab. */
export const LIST_SORTS = ['usual', ...APPLICATION_SORTS] as const

/** What the list of applications is filtered and ordered by: what its address holds, and what a saved view holds. */
export type ListFilter = {
  tab: (typeof LIST_TABS)[number]
  /** Id of a posting as text, {@link NO_JOB}, or empty for all. */
  job: string
  /** {@link ASSIGNED_TO_ME}, the id of another person as text, or empty for all. */
  assigned: string
  /** Ids of tags, all of which they have, parted by commas; empty for all. */
  tags: string
  /** Words to find in everything that an application says; empty for none. */
  search: string
  sort: (typeof LIST_SORTS)[number]
}

/** Whether a text can be the posting of a filter. */
export function isJobChoice(text: string): boolean {
  return text === '' || text === NO_JOB || isIdText(text)
}

/** Whether a text can be the person of a filter. */
export function isPersonChoice(text: string): boolean {
  return text === '' || text === ASSIGNED_TO_ME || isIdText(text)
}

/** Whether a text can be the tags of a filter: as many as an application can have. */
export function isTagChoice(text: string): boolean {
  const ids = text.split(',')
  return text === '' || (ids.length <= TAG.mostOfApplication && ids.every(isIdText))
}

/** Whether a text is a stored id. */
export function isIdText(text: string): boolean {
  return /^[1-9]\d{0,9}$/.test(text) && Number(text) <= MAX_ID
}
