import { queryOptions } from '@tanstack/react-query'
import type { HistoryEntry } from '../../../contract/history.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { keepTrying } from '../../api/keep-trying.ts'

/** First element of the keys of every history. */
export const HISTORY_KEY = ['history'] as const

/**
 * What happened to one thing, newest first.
 * @param address of its history
 */
export function historyQuery(address: string, token: string | null) {
  return queryOptions({
    ...keepTrying,
    queryKey: [...HISTORY_KEY, address, token] as const,
    queryFn: ({ signal }) => jsonRequest<HistoryEntry[]>('GET', address, { token, signal }),
    // Opening it again shows what has happened in between.
    staleTime: 0,
  })
}
