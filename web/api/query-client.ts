import { QueryClient, type QueryFunctionContext } from '@tanstack/react-query'
import { raiseUnlessOk } from './api-error.ts'
import { retryDelay, shouldRetryMutation, shouldRetryQuery } from './retry-rules.ts'

const MINUTE = 60_000

/**
 * The default reader: the first element of a query's key is the address.
 * @param on401 `raise` makes a 401 an error like any other, `null` makes it an empty result
 */
export function createReader(on401: 'raise' | 'null') {
  return async ({ queryKey, signal }: Pick<QueryFunctionContext, 'queryKey' | 'signal'>): Promise<unknown> => {
    const response = await fetch(String(queryKey[0]), { credentials: 'include', signal })
    if (response.status === 401 && on401 === 'null') return null
    return (await raiseUnlessOk(response)).json()
  }
}

/** A query client: data is fresh for five minutes and kept for ten; nothing polls or refetches on focus unless a query says so. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: createReader('raise'),
        staleTime: 5 * MINUTE,
        gcTime: 10 * MINUTE,
        refetchOnWindowFocus: false,
        refetchInterval: false,
        retry: shouldRetryQuery,
        retryDelay,
        // Offline must end in an error that can be shown, not in a call that waits silently.
        networkMode: 'always',
      },
      mutations: { retry: shouldRetryMutation, retryDelay, networkMode: 'always' },
    },
  })
}
