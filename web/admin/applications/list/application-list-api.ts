import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Application } from '../../../../contract/application.ts'
import { type ApplicationSummary, EXACT_HEADER, TOTAL_HEADER } from '../../../../contract/application-list.ts'
import { PAGE_SIZE } from '../../../../contract/limits.ts'
import { API } from '../../../../contract/paths.ts'
import { readChanges, shareWithTag } from '../../../api/read-changes.ts'
import { type ListView, QUARANTINE } from './list-view.ts'
import { nextCursorOf } from './next-cursor.ts'
import { polled } from './polled.ts'

/** First elements of the keys of every loaded page of applications. */
export const PAGES_KEY = [API.applications, 'page'] as const

/** First element of the keys of every loaded summary. */
export const SUMMARIES_KEY = [API.applicationSummary] as const

/** One page of the list, with the number of rows that the whole list has, or has at least, and the way to the next page. */
export type ApplicationPage = {
  applications: Application[]
  total: number
  /** Whether there may be more than the total. */
  hasMore: boolean
  nextCursor: string | null
}

/** What a loaded page shows: a view, and the place in its list. */
export type PlaceInList = ListView & { cursor: string | null }

/** One page of applications. While another order, search or page of the same tab loads, the rows before stay. */
export function applicationPageQuery(token: string | null, place: PlaceInList) {
  return queryOptions({
    ...polled,
    queryKey: [...PAGES_KEY, token, place] as const,
    queryFn: (reading) => readChanges(reading, listAddress(place), { token, read: readPage }),
    structuralSharing: shareWithTag,
    placeholderData: (rows, query) => {
      const before = query?.queryKey[3]
      return before?.tab === place.tab && before.job === place.job ? rows : undefined
    },
  })
}

/** All counts of the dashboard; the tab counts are of one posting's applications, or of all. */
export function summaryQuery(token: string | null, job: string) {
  return queryOptions({
    ...polled,
    queryKey: [...SUMMARIES_KEY, token, { job }] as const,
    queryFn: (reading) =>
      readChanges(reading, summaryAddress(job), {
        token,
        read: (response) => response.json() as Promise<ApplicationSummary>,
      }),
    structuralSharing: shareWithTag,
    placeholderData: keepPreviousData,
  })
}

/** Address of the call for one page of a view. */
export function listAddress({ tab, job, search, sort, cursor }: PlaceInList): string {
  const query = new URLSearchParams({
    ...filterOf(tab),
    ...(job && { jobId: job }),
    ...(search && { q: search }),
    sort,
    limit: String(PAGE_SIZE.usual),
    ...(cursor !== null && { cursor }),
  })
  return `${API.applications}?${query}`
}

function filterOf(tab: ListView['tab']): Record<string, string> {
  if (tab === QUARANTINE) return { quarantined: 'true' }
  return tab === 'archived' ? { archived: 'true' } : { status: tab, archived: 'false' }
}

function summaryAddress(job: string): string {
  return job ? `${API.applicationSummary}?${new URLSearchParams({ jobId: job })}` : API.applicationSummary
}

/** An answer that is no list counts as empty (`spec.md` section 7). */
async function readPage(response: Response): Promise<ApplicationPage> {
  const answer: unknown = await response.json()
  const applications = Array.isArray(answer) ? (answer as Application[]) : []
  return {
    applications,
    total: Number(response.headers.get(TOTAL_HEADER) ?? applications.length),
    hasMore: response.headers.get(EXACT_HEADER) === 'false',
    nextCursor: nextCursorOf(response.headers.get('Link')),
  }
}
