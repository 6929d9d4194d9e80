import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { SearchResults } from '../../../contract/search/search-results.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { jsonRequest } from '../../api/json-request.ts'

/** What a search finds, with the words that it is the response to. */
export type Found = SearchResults & { words: string }

/** People and postings that have these words. A request that another one replaces is cancelled; its results stay shown. */
export function searchQuery(token: string | null, words: string) {
  return queryOptions({
    queryKey: [ADMIN_API.search, token, words],
    queryFn: async ({ signal }): Promise<Found> => {
      const address = `${ADMIN_API.search}?${new URLSearchParams({ q: words })}`
      return { ...(await jsonRequest<SearchResults>('GET', address, { token, signal })), words }
    },
    enabled: words !== '',
    staleTime: 0,
    placeholderData: keepPreviousData,
  })
}
