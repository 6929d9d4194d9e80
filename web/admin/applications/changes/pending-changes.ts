import { type QueryClient, useIsMutating } from '@tanstack/react-query'
import { HISTORY_KEY } from '../../history/history-api.ts'
import { PAGES_KEY, SUMMARIES_KEY } from '../list/application-list-api.ts'

/** Key of every change of an application. */
export const CHANGES_KEY = ['application-change'] as const

const PAUSED = { refetchInterval: false, refetchOnReconnect: false } as const

const filters = { mutationKey: CHANGES_KEY }

/**
 * Options that pause a query's refetching while a change is pending: its response could briefly undo what the screen
 * already shows.
 */
export function usePausedRefetch() {
  return useIsMutating(filters) > 0 ? PAUSED : undefined
}

/** Cancels running reads before a change is shown: their responses could be older than the change. */
export function cancelReads(client: QueryClient): Promise<unknown> {
  return Promise.all([PAGES_KEY, SUMMARIES_KEY].map((queryKey) => client.cancelQueries({ queryKey })))
}

/**
 * Refetches the dashboard's applications, counts and histories. While changes are pending it does nothing: the last one
 * refetches.
 * @param isSettling true when called by a change that has just ended and still counts as pending
 */
export async function refreshDashboard(client: QueryClient, isSettling = false): Promise<void> {
  if (client.isMutating(filters) > (isSettling ? 1 : 0)) return
  await Promise.all([PAGES_KEY, SUMMARIES_KEY, HISTORY_KEY].map((queryKey) => client.invalidateQueries({ queryKey })))
}
