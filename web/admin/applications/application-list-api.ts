import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ApplicationSummary, ListedApplication } from '../../../contract/applications/application-list.ts'
import { LATE, QUARANTINE, REPLIED, UNANSWERED } from '../../../contract/search/list-filter.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { PAGE_SIZE } from '../../../contract/wire/limits.ts'
import { EXACT_HEADER, TOTAL_HEADER } from '../../../contract/wire/paths.ts'
import { conditionalRead, shareWithETag } from '../../api/conditional-read.ts'
import { pollOptions } from '../api/poll-options.ts'
import { type ListView, sortOf } from './list-view.ts'

/** Prefix of the query keys of all pages of applications. */
export const PAGES_KEY = [ADMIN_API.applications, 'page'] as const

/** Prefix of the query keys of all summaries. */
export const SUMMARIES_KEY = [ADMIN_API.applicationSummary] as const

/** A row of the list. */
export type ListRow = ListedApplication & {
  /** Where others took it from the list, and it waits in its place. Of one that was deleted, or may not be seen any more, only that stays. */
  gone?: 'left' | 'erased'
}

/** One page of the list, with the total number of rows (or a lower bound) and the cursor of the next page. */
export type ApplicationPage = {
  applications: ListRow[]
  total: number
  /** Whether there may be more than the total. */
  hasMore: boolean
  nextCursor: string | null
  /** What waits until it is let in, so that the rows that are shown stay in their places; none on a page as it was read. */
  held?: {
    /** The page as it was read. */
    fresh: ApplicationPage
    /** New rows that would come between those that are shown. */
    waiting: number
    /** Whether rows stand in another order. */
    isMoved: boolean
  }
}

/** A view and the cursor of one of its pages. */
export type ListPosition = ListView & { cursor: string | null }

/** The part of a view that the tab counts follow. */
type CountedView = Pick<ListView, 'job' | 'assigned' | 'tags' | 'search'>

/** All counts of the dashboard; the tab counts are of one posting, of one person, or of what a search finds, where the view says so. */
export function summaryQuery(token: string | null, { job, assigned, tags, search }: CountedView) {
  const counted: CountedView = { job, assigned, tags, search }
  return queryOptions({
    ...pollOptions,
    queryKey: [...SUMMARIES_KEY, token, counted] as const,
    queryFn: (reading) =>
      conditionalRead(reading, summaryAddress(counted), {
        token,
        read: (response) => response.json() as Promise<ApplicationSummary>,
      }),
    structuralSharing: shareWithETag,
    placeholderData: keepPreviousData,
  })
}

/**
 * The request for one page of a view, as `conditionalRead` takes it.
 * @param limit rows of the page
 */
export function applicationPageRequest(token: string | null, position: ListPosition, limit: number = PAGE_SIZE.usual) {
  return [listAddress(position, limit), { token, read: readPage }] as const
}

/**
 * Address of the request for one page of a view.
 * @param limit rows of the page
 */
export function listAddress({ cursor, ...view }: ListPosition, limit: number = PAGE_SIZE.usual): string {
  const query = new URLSearchParams({
    ...listParameters(view),
    limit: String(limit),
    ...(cursor !== null && { cursor }),
  })
  return `${ADMIN_API.applications}?${query}`
}

/** Address of the list of a view as a file. */
export function listFileAddress(view: ListView): string {
  return `${ADMIN_API.applicationsFile}?${new URLSearchParams(listParameters(view))}`
}

function listParameters({ tab, sort, ...counted }: ListView): Record<string, string> {
  return { ...filterOf(tab), ...parametersOf(counted), sort: sortOf({ tab, sort }) }
}

function filterOf(tab: ListView['tab']): Record<string, string> {
  if (tab === QUARANTINE) return { quarantined: 'true' }
  if (tab === UNANSWERED) return { unanswered: 'true' }
  if (tab === LATE) return { overdue: 'true' }
  if (tab === REPLIED) return { replied: 'true' }
  return tab === 'archived' ? { archived: 'true' } : { status: tab, archived: 'false' }
}

function parametersOf({ job, assigned, tags, search }: CountedView): Record<string, string> {
  return {
    ...(job && { jobId: job }),
    ...(assigned && { assigned }),
    ...(tags && { tags }),
    ...(search && { q: search }),
  }
}

function summaryAddress(counted: CountedView): string {
  const query = new URLSearchParams(parametersOf(counted)).toString()
  return query ? `${ADMIN_API.applicationSummary}?${query}` : ADMIN_API.applicationSummary
}

/** Reads one page; a response that is not an array counts as empty. */
export async function readPage(response: Response): Promise<ApplicationPage> {
  const body: unknown = await response.json()
  const applications = Array.isArray(body) ? (body as ListedApplication[]) : []
  return {
    applications,
    total: Number(response.headers.get(TOTAL_HEADER) ?? applications.length),
    hasMore: response.headers.get(EXACT_HEADER) === 'false',
    nextCursor: nextCursorOf(response.headers.get('Link')),
  }
}

/**
 * Reads the cursor of the next page from a `Link` header (RFC 8288).
 * @returns null on the last page
 */
export function nextCursorOf(header: string | null): string | null {
  const links = [...(header ?? '').matchAll(/<([^<>]*)>([^<]*)/g)]
  const address = links.find(([, , parameters = '']) => /;\s*rel="?next\b/i.test(parameters))?.[1]
  if (address === undefined) return null
  return new URLSearchParams(address.slice(address.indexOf('?') + 1)).get('cursor')
}
