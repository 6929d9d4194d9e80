import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Application } from '../../../../contract/application.ts'
import { type ApplicationSummary, NO_JOB } from '../../../../contract/application-list.ts'
import { API, pathTo } from '../../../../contract/paths.ts'
import { readToken } from '../../../api/auth-store.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast.ts'
import { type ApplicationPage, PAGES_KEY, type PlaceInList, SUMMARIES_KEY } from '../list/application-list-api.ts'
import {
  afterChange,
  type Change,
  changePage,
  describeChange,
  moveCounts,
  REFUSALS,
  undoOnPage,
} from './application-changes.ts'
import { CHANGES_KEY, readAgain, stopReading } from './changes-under-way.ts'

/**
 * Gives the action that changes an application: the rows and counts on the screen follow at once, and go back with the
 * specified words when the server refuses.
 */
export function useApplicationChanges(): (change: Change) => void {
  const client = useQueryClient()
  const tellFailure = useFailureNotice()
  return useMutation({
    mutationKey: CHANGES_KEY,
    // One after the other: two at once may reach the server in the wrong order.
    scope: { id: CHANGES_KEY[0] },
    mutationFn: sendChange,
    onMutate: async (change) => {
      await stopReading(client)
      return showChange(client, change)
    },
    onSuccess: (_answer, change) => toast(describeChange(change)),
    onError: (error, change, undo) => {
      undo?.()
      tellFailure(error, REFUSALS[change.kind])
    },
    onSettled: () => {
      readAgain(client, true)
    },
  }).mutate
}

function sendChange(change: Change): Promise<unknown> {
  const { id } = change.application
  const token = readToken()
  if (change.kind === 'delete') return jsonRequest('DELETE', pathTo(API.adminApplication, id), { token })
  if (change.kind !== 'status') {
    const body = change.kind === 'archive' ? { archived: change.archived } : { quarantined: false }
    return jsonRequest('PATCH', pathTo(API.adminApplication, id), { token, body })
  }
  return jsonRequest('PATCH', pathTo(API.application, id), { token, body: { status: change.status } })
}

/** Puts a change into everything that is loaded; gives the action that takes it out again. */
function showChange(client: QueryClient, change: Change): () => void {
  const before = change.application
  const after = afterChange(change)
  const places: Array<{ key: readonly unknown[]; index: number }> = []
  for (const [key, page] of client.getQueriesData<ApplicationPage>({ queryKey: PAGES_KEY })) {
    const index = page?.applications.findIndex(({ id }) => id === before.id) ?? -1
    if (!page || index < 0) continue
    places.push({ key, index })
    client.setQueryData<ApplicationPage>(key, changePage(page, (key[3] as PlaceInList).tab, before.id, after))
  }
  moveLoadedCounts(client, before, after)
  return () => {
    for (const { key, index } of places) {
      client.setQueryData<ApplicationPage>(key, (page) => page && undoOnPage(page, before, index))
    }
    moveLoadedCounts(client, after, before)
  }
}

function moveLoadedCounts(client: QueryClient, from: Application | null, to: Application | null) {
  const jobId = (from ?? to)?.jobId
  for (const [key, summary] of client.getQueriesData<ApplicationSummary>({ queryKey: SUMMARIES_KEY })) {
    const { job } = key[2] as { job: string }
    const isInFilter = job === '' || job === String(jobId ?? NO_JOB)
    if (summary) client.setQueryData(key, moveCounts(summary, from, to, isInFilter))
  }
}
