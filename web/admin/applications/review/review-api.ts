import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Application } from '../../../../contract/application.ts'
import type { FeedbackVersions, RelatedApplications } from '../../../../contract/application-changes.ts'
import { API, pathTo } from '../../../../contract/paths.ts'
import { ApiError } from '../../../api/api-error.ts'
import { conditionalRead } from '../../../api/conditional-read.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import { retryAfterFailure } from '../../../api/retry-after-failure.ts'
import { shouldRetryQuery } from '../../../api/retry-rules.ts'
import { HISTORY_KEY } from '../../history/history-api.ts'
import { applicationPageRequest } from '../list/application-list-api.ts'
import type { ListView } from '../list/list-view.ts'
import { pollOptions } from '../list/poll-options.ts'

/** Rows that one request of the queue reads. */
const QUEUE_PAGE = 100

/** Prefix of the query keys of all queues. */
export const QUEUE_KEY = ['review-queue'] as const

/** The applications of a list in its order, read on page by page. */
export function queueQuery(token: string | null, view: ListView) {
  return infiniteQueryOptions({
    ...pollOptions,
    queryKey: [...QUEUE_KEY, token, view] as const,
    queryFn: ({ pageParam, ...reading }) =>
      conditionalRead(reading, ...applicationPageRequest(token, { ...view, cursor: pageParam }, QUEUE_PAGE)),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}

/** The query key of one application. */
export function applicationKey(token: string | null, id: number) {
  return ['application', id, token] as const
}

/** One application, also an archived or quarantined one; the row of the queue shows until it is read. */
export function applicationQuery(token: string | null, id: number, row: Application | undefined, readAt: number) {
  return queryOptions({
    ...pollOptions,
    queryKey: applicationKey(token, id),
    queryFn: ({ signal }) => jsonRequest<Application>('GET', pathTo(API.adminApplication, id), { token, signal }),
    retry: (failures, error) => !isGone(error) && shouldRetryQuery(failures, error),
    ...(row && { initialData: row, initialDataUpdatedAt: readAt }),
  })
}

/** Whether a request failed because its application does not exist. */
export function isGone(error: Error | null): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Other applications of the same person. */
export function relatedQuery(token: string | null, id: number) {
  const address = pathTo(API.relatedApplications, id)
  return queryOptions({
    ...retryAfterFailure,
    queryKey: [address, token] as const,
    queryFn: ({ signal }) => jsonRequest<RelatedApplications>('GET', address, { token, signal }),
    staleTime: 30_000,
  })
}

/** The texts that the feedback had, newest first. Read again with the histories. */
export function feedbackVersionsQuery(token: string | null, id: number) {
  const address = pathTo(API.feedbackVersions, id)
  return queryOptions({
    ...retryAfterFailure,
    queryKey: [...HISTORY_KEY, address, token] as const,
    queryFn: ({ signal }) => jsonRequest<FeedbackVersions>('GET', address, { token, signal }),
    staleTime: 0,
  })
}
