import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useAuth } from '../../../session/use-auth.ts'
import { usePausedRefetch } from '../changes/pending-changes.ts'
import type { ListView } from '../list-view.ts'
import { queueQuery } from './review-api.ts'
import { positionOf, readQueue } from './review-queue.ts'

/** The next page is read when the shown application is this close to the end of those loaded. */
const READ_AHEAD = 10

/** Pages that are read to find the application of an address; behind them it counts as not in the list. */
const SEARCHED_PAGES = 20

/**
 * The queue of a list and the position of one application in it.
 * @param id of the shown application
 * @param leaving applications that were decided and are about to leave the queue
 */
export function useReviewQueue(view: ListView, id: number, leaving: ReadonlySet<number>) {
  const { token } = useAuth()
  const query = useInfiniteQuery({ ...queueQuery(token, view), ...usePausedRefetch() })
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const { applications, total } = useMemo(() => readQueue(data, view), [data, view])
  const lastIndex = useRef(0)
  const position = positionOf(applications, id, lastIndex.current, leaving)
  if (position.index !== undefined) lastIndex.current = position.index

  const isNearEnd = (position.index ?? 0) + READ_AHEAD >= applications.length
  const isSearched = position.index === undefined && (data?.pages.length ?? 0) < SEARCHED_PAGES
  const wantsMore = hasNextPage && !isFetchingNextPage && !isFetchNextPageError && (isNearEnd || isSearched)
  useEffect(() => {
    if (wantsMore) fetchNextPage()
  }, [wantsMore, fetchNextPage])

  return {
    query,
    applications,
    ...position,
    lastIndex: lastIndex.current,
    total,
    hasMore: data?.pages[0]?.hasMore ?? false,
    readMore: () => {
      if (hasNextPage && !isFetchingNextPage) fetchNextPage()
    },
  }
}

/** The queue of a list and the position of one application in it. */
export type ReviewQueue = ReturnType<typeof useReviewQueue>
