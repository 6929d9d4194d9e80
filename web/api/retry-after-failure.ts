import type { Query } from '@tanstack/react-query'

const RETRY_MS = 10_000

/**
 * Options of a query that recovers after its retries are used up: it is refetched every 10 seconds, and when the
 * browser is online again.
 */
export const retryAfterFailure = {
  refetchOnReconnect: true,
  refetchInterval: ({ state }: Pick<Query, 'state'>) => {
    const hasFailed = state.status === 'error' || hasNeverSucceeded(state)
    return hasFailed && state.fetchStatus === 'idle' ? RETRY_MS : false
  },
} as const

/** The state of a screen's first read; `failed` stays during retries. */
export function readStateOf(query: { data: unknown; errorUpdateCount: number }): 'loading' | 'failed' | 'ready' {
  if (query.data !== undefined) return 'ready'
  return query.errorUpdateCount > 0 ? 'failed' : 'loading'
}

function hasNeverSucceeded({ data, errorUpdateCount }: Query['state']): boolean {
  return data === undefined && errorUpdateCount > 0
}
