import { infiniteQueryOptions } from '@tanstack/react-query'
import { conditionalRead } from '../../../api/conditional-read.ts'
import { pollOptions } from '../../api/poll-options.ts'
import { applicationPageRequest } from '../application-list-api.ts'
import type { ListView } from '../list-view.ts'

/** Rows that one request of the queue reads. */
const QUEUE_PAGE = 100

/** Prefix of the query keys of all queues. */
export const QUEUE_KEY = ['review-queue'] as const

/** The applications of a list in its order, read on page by page. */
export function queueQuery(token: string | null, view: ListView) {
  return infiniteQueryOptions({
    ...pollOptions,
    queryKey: [...QUEUE_KEY, token, { ...view, saved: '' }] as const,
    queryFn: ({ pageParam, ...reading }) =>
      conditionalRead(reading, ...applicationPageRequest(token, { ...view, cursor: pageParam }, QUEUE_PAGE)),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
  })
}
