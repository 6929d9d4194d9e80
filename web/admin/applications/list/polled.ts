import { keepTrying } from '../../../api/keep-trying.ts'

const REFETCH_MS = 30_000

/**
 * Options of every query that lists applications: fetched again every 30 seconds (`spec.md` section 9), and so never shown
 * older than that; sooner after a failure.
 */
export const polled = {
  staleTime: REFETCH_MS,
  refetchOnReconnect: keepTrying.refetchOnReconnect,
  refetchInterval: (query: Parameters<typeof keepTrying.refetchInterval>[0]) =>
    keepTrying.refetchInterval(query) || REFETCH_MS,
} as const
