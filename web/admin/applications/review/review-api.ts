import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type { Application } from '../../../../contract/application.ts'
import { API, pathTo } from '../../../../contract/paths.ts'
import { conditionalRead } from '../../../api/conditional-read.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import { shouldRetryQuery } from '../../../api/retry-rules.ts'
import { applicationPageRequest } from '../application-list-api.ts'
import { applicationKey, isGone } from '../changes/application-api.ts'
import type { ListView } from '../list-view.ts'
import { pollOptions } from '../poll-options.ts'

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
