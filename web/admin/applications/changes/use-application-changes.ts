import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import type { Application } from '../../../../contract/application.ts'
import { type ApplicationSummary, NO_JOB } from '../../../../contract/application-list.ts'
import { API, pathTo } from '../../../../contract/paths.ts'
import { readToken } from '../../../api/auth-store.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast.ts'
import { type ApplicationPage, type ListPosition, PAGES_KEY, SUMMARIES_KEY } from '../list/application-list-api.ts'
import {
  afterChange,
  type Change,
  changePage,
  describeChange,
  moveCounts,
  REFUSALS,
  undoOnPage,
} from './application-changes.ts'
import { CHANGES_KEY, cancelReads, refreshDashboard } from './pending-changes.ts'

/**
 * Returns the action that changes an application. Rows and counts change immediately; if the server refuses, they
 * change back and a toast says so.
 */
export function useApplicationChanges(): (change: Change) => void {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationKey: CHANGES_KEY,
    // One at a time: two parallel requests may reach the server in the wrong order.
    scope: { id: CHANGES_KEY[0] },
    mutationFn: sendChange,
    onMutate: async (change) => {
      await cancelReads(client)
      return showChange(client, change)
    },
    onSuccess: (_answer, change) => toast(describeChange(change)),
    onError: (error, change, undo) => {
      undo?.()
      showFailure(error, REFUSALS[change.kind])
    },
    onSettled: () => {
      refreshDashboard(client, true)
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

/** Applies a change to all loaded pages and counts; returns the action that reverts it. */
export function showChange(client: QueryClient, change: Change): () => void {
  const before = change.application
  const after = afterChange(change)
  const changedPages: Array<{ key: readonly unknown[]; index: number }> = []
  for (const [key, page] of client.getQueriesData<ApplicationPage>({ queryKey: PAGES_KEY })) {
    const index = page?.applications.findIndex(({ id }) => id === before.id) ?? -1
    if (!page || index < 0) continue
    changedPages.push({ key, index })
    client.setQueryData<ApplicationPage>(key, changePage(page, (key[3] as ListPosition).tab, before.id, after))
  }
  moveLoadedCounts(client, before, after)
  return () => {
    for (const { key, index } of changedPages) {
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
