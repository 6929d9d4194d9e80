import { retryAfterFailure } from '../../api/retry-after-failure.ts'
import { streamStore } from './stream-store.ts'

const REFETCH_MS = 30_000

/** While changes are heard of as they happen, reading again only mends what was missed. In milliseconds. */
const LIVE_REFETCH_MS = 60_000

/**
 * Options of every query that lists applications: refetched every 30 seconds, every minute while the page hears of changes, sooner
 * after a failure.
 */
export const pollOptions = {
  staleTime: REFETCH_MS,
  refetchOnReconnect: retryAfterFailure.refetchOnReconnect,
  refetchInterval: (query: Parameters<typeof retryAfterFailure.refetchInterval>[0]) =>
    retryAfterFailure.refetchInterval(query) || (streamStore.state.stream === undefined ? REFETCH_MS : LIVE_REFETCH_MS),
} as const
