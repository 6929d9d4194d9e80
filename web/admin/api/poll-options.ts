import { retryAfterFailure } from '../../api/retry-after-failure.ts'

const REFETCH_MS = 30_000

/** Options of every query that lists applications: refetched every 30 seconds, sooner after a failure. */
export const pollOptions = {
  staleTime: REFETCH_MS,
  refetchOnReconnect: retryAfterFailure.refetchOnReconnect,
  refetchInterval: (query: Parameters<typeof retryAfterFailure.refetchInterval>[0]) =>
    retryAfterFailure.refetchInterval(query) || REFETCH_MS,
} as const
