import { type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { APPLICATION_KEY } from '../../api/application-api.ts'
import { HISTORY_KEY } from '../../api/history-api.ts'
import { PAGES_KEY, SUMMARIES_KEY } from '../application-list-api.ts'

/** Key of every change of an application. */
export const CHANGES_KEY = ['application-change'] as const

const PAUSED = { refetchInterval: false, refetchOnReconnect: false } as const

const filters = { mutationKey: CHANGES_KEY }

/** What an older response would show wrongly: the lists with their counts, and the boards. */
const LISTS = [PAGES_KEY, SUMMARIES_KEY, [ADMIN_API.applicantBoard]]

/**
 * Options that pause a query's refetching while a change is pending: its response could briefly undo what the screen
 * already shows.
 */
export function usePausedRefetch() {
  return useIsMutating(filters) > 0 ? PAUSED : undefined
}

/** Cancels running reads: their responses could be older than a change that is shown. */
export function cancelReads(client: QueryClient): Promise<unknown> {
  return Promise.all(LISTS.map((queryKey) => client.cancelQueries({ queryKey })))
}

/** @param isSettling true when asked by a change that has just ended and still counts as pending */
export function isChangePending(client: QueryClient, isSettling = false): boolean {
  return client.isMutating(filters) > (isSettling ? 1 : 0)
}

/**
 * Refetches the applications, counts and histories of the dashboard, the boards, the details, and the messages,
 * interviews and questions to interviewers that follow decisions. While changes are pending it does nothing: the last one refetches.
 * @param isSettling true when called by a change that has just ended and still counts as pending
 */
export async function refreshDashboard(client: QueryClient, isSettling = false): Promise<void> {
  if (isChangePending(client, isSettling)) return
  const { applicantCounts, messages, interviews, colleagueQuestions } = ADMIN_API
  const followers = [applicantCounts, messages, interviews, colleagueQuestions].map((address) => [address])
  const keys = [...LISTS, ...followers, APPLICATION_KEY, HISTORY_KEY]
  await Promise.all(keys.map((queryKey) => client.invalidateQueries({ queryKey })))
}

/**
 * The way of every change of applications: shown at once, sent after the one before it, taken back where it fails. After the
 * last one everything is read again.
 * @param way.send sends the change
 * @param way.show shows it before the server responds; what it returns reaches `onMade` and `onFailed`
 */
export function useChange<Given, Made, Shown = undefined>(way: {
  send: (given: Given) => Promise<Made>
  show?: (given: Given) => Promise<Shown> | Shown
  onMade: (made: Made, given: Given, shown: Shown) => void
  onFailed: (error: Error, given: Given, shown: Shown | undefined) => void
}) {
  const client = useQueryClient()
  return useMutation({
    mutationKey: CHANGES_KEY,
    // Two parallel requests may reach the server in the wrong order.
    scope: { id: CHANGES_KEY[0] },
    mutationFn: way.send,
    onMutate: async (given: Given) => {
      if (way.show) await cancelReads(client)
      return (await way.show?.(given)) as Shown
    },
    onSuccess: (made, given, shown) => way.onMade(made, given, shown),
    onError: (error, given, shown) => way.onFailed(error, given, shown),
    onSettled: () => {
      refreshDashboard(client, true)
    },
  })
}
