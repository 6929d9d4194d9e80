import { type QueryClient, useIsMutating } from '@tanstack/react-query'
import { HISTORY_KEY } from '../../history/history-api.ts'
import { PAGES_KEY, SUMMARIES_KEY } from '../list/application-list-api.ts'

/** Key of every change of an application. */
export const CHANGES_KEY = ['application-change'] as const

const HELD = { refetchInterval: false, refetchOnReconnect: false } as const

const filters = { mutationKey: CHANGES_KEY }

/**
 * Options that keep a query from reading by itself while a change is under way: the answer would bring back for a moment
 * what the change has already moved on the screen.
 */
export function useHeldReading() {
  return useIsMutating(filters) > 0 ? HELD : undefined
}

/** Takes back what is being read, before a change is shown: its answer could be older than the change. */
export function stopReading(client: QueryClient): Promise<unknown> {
  return Promise.all([PAGES_KEY, SUMMARIES_KEY].map((queryKey) => client.cancelQueries({ queryKey })))
}

/**
 * Reads again what the dashboard shows of applications and their history, unless changes are under way: the last of them reads again.
 * @param isSettling called by a change that has just ended, which still counts as one
 */
export async function readAgain(client: QueryClient, isSettling = false): Promise<void> {
  if (client.isMutating(filters) > (isSettling ? 1 : 0)) return
  await Promise.all([PAGES_KEY, SUMMARIES_KEY, HISTORY_KEY].map((queryKey) => client.invalidateQueries({ queryKey })))
}
