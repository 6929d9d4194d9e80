import { queryOptions } from '@tanstack/react-query'
import { AUTOMATIC_ACTIONS, COLLEAGUE_ACTIONS } from '../../../contract/accounts/automatic-actions.ts'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'

/** Prefix of the query keys of all histories. */
export const HISTORY_KEY = ['history'] as const

/**
 * The history of one application or posting, newest first.
 * @param address of its history
 */
export function historyQuery(address: string, token: string | null) {
  return queryOptions({
    ...retryAfterFailure,
    queryKey: [...HISTORY_KEY, address, token] as const,
    queryFn: ({ signal }) => jsonRequest<HistoryEntry[]>('GET', address, { token, signal }),
    // Reopening shows new entries.
    staleTime: 0,
  })
}

/** Who did it: the admin's username at that time, the program, a colleague without an account, or the applicant. */
export function describeActor({ by, event }: Pick<HistoryEntry, 'by' | 'event'>): string {
  const isOneOf = (actions: readonly string[]) => actions.includes(event.action)
  if (by !== null) return by
  if (isOneOf(AUTOMATIC_ACTIONS)) return 'Automatic'
  return isOneOf(COLLEAGUE_ACTIONS) ? 'Colleague without an account' : 'Applicant'
}
