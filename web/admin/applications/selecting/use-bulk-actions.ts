import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import type { ApplicationChange } from '../../../../contract/applications/application-changes.ts'
import { MAX_CHANGED_TOGETHER, PAGE_SIZE } from '../../../../contract/wire/limits.ts'
import { raiseUnlessOk } from '../../../api/api-error.ts'
import { readToken } from '../../../api/auth-store.ts'
import { bearer } from '../../../api/json-request.ts'
import { sendAuthorized } from '../../../api/send-authorized.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { listAddress, readPage } from '../application-list-api.ts'
import type { Undo } from '../changes/undo.ts'
import { type ChangeConflict, useApplicationChanges } from '../changes/use-application-changes.ts'
import { useBulkDelete } from '../changes/use-final-changes.ts'
import type { ListView } from '../list-view.ts'
import type { Selection } from './selection.ts'
import { useBulkDownload } from './use-bulk-download.ts'
import type { SelectionActions } from './use-selection.ts'

/** What can be done with the selected applications. */
export type BulkActions = ReturnType<typeof useBulkActions>

/** The actions of the bar for selected applications. A change ends the selection. */
export function useBulkActions(view: ListView, selection: Selection, { set, clear }: SelectionActions, undo: Undo) {
  const [conflict, setConflict] = useState<ChangeConflict | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const [recipients, setRecipients] = useState<readonly Application[] | null>(null)
  const showFailure = useFailureNotice()
  const bulkChange = useApplicationChanges(undo, setConflict)
  const bulkDelete = useBulkDelete()
  const download = useBulkDownload()
  const selectAll = useMutation({
    mutationFn: () => readAll(view),
    onSuccess: (rows) => set(rows, true),
    onError: (error) =>
      showFailure(error, {
        title: 'Selection failed',
        description: 'The applications could not be loaded. Please try again.',
      }),
  })
  const applications: Application[] = [...selection.values()]
  return {
    count: applications.length,
    applications,
    change: (change: ApplicationChange, of = applications) => {
      clear()
      bulkChange.mutate({ change, applications: of })
    },
    remove: () => {
      clear()
      bulkDelete.mutate(applications)
    },
    download: () => download.mutate(applications),
    selectAll: () => selectAll.mutate(),
    clear,
    /** Those that a message is being written to. */
    recipients,
    write: (to: readonly Application[] = applications) => setRecipients(to),
    stopWriting: () => setRecipients(null),
    isConfirming,
    confirmDelete: () => setConfirming(true),
    stopConfirming: () => setConfirming(false),
    conflict,
    changeRows: bulkChange.mutate,
    dropConflict: () => setConflict(null),
    isBusy: bulkChange.isPending || bulkDelete.isPending,
    isDownloading: download.isPending,
    isSelecting: selectAll.isPending,
  }
}

/** The first applications of a view, as many as one request may change. */
async function readAll(view: ListView): Promise<Application[]> {
  const rows: Application[] = []
  let cursor: string | null = null
  do {
    const address = listAddress({ ...view, cursor }, PAGE_SIZE.most)
    const response = await sendAuthorized(readToken(), (token) => fetch(address, { headers: bearer(token) }))
    const page = await readPage(await raiseUnlessOk(response))
    rows.push(...page.applications)
    cursor = page.nextCursor
  } while (cursor !== null && rows.length < MAX_CHANGED_TOGETHER)
  return rows.slice(0, MAX_CHANGED_TOGETHER)
}
