import type { Query } from '@tanstack/react-query'

const TRY_AGAIN_MS = 10_000

/**
 * Options of a query whose screen recovers by itself: once it has failed for good it is read again every 10 seconds, and
 * as soon as the browser is online again. A session that is over is not: the login is shown then.
 */
export const keepTrying = {
  refetchOnReconnect: true,
  refetchInterval: ({ state }: Pick<Query, 'state'>) => {
    const hasFailed = state.status === 'error' || hasNeverSucceeded(state)
    return hasFailed && state.fetchStatus === 'idle' ? TRY_AGAIN_MS : false
  },
} as const

/** How far the first read of a screen is; `failed` stays while it is tried again. */
export function readStateOf(query: { data: unknown; errorUpdateCount: number }): 'loading' | 'failed' | 'ready' {
  if (query.data !== undefined) return 'ready'
  return query.errorUpdateCount > 0 ? 'failed' : 'loading'
}

function hasNeverSucceeded({ data, errorUpdateCount }: Query['state']): boolean {
  return data === undefined && errorUpdateCount > 0
}
