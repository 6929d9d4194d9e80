import { useMutation } from '@tanstack/react-query'
import { use, useCallback, useState } from 'react'
import type { Application } from '../../../../contract/applications/application.ts'
import type { ApplicationChange } from '../../../../contract/applications/application-changes.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import type { Permission } from '../../../../contract/policies/policy.ts'
import { MAX_CHANGED_TOGETHER, PAGE_SIZE } from '../../../../contract/wire/limits.ts'
import { raiseUnlessOk } from '../../../api/api-error.ts'
import { readToken } from '../../../api/auth-store.ts'
import { bearer } from '../../../api/json-request.ts'
import { sendAuthorized } from '../../../api/send-authorized.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { SignedInPerson, useMay } from '../../../session/use-may.ts'
import { useInterviewQuestion } from '../../interviews/question/use-interview-question.tsx'
import type { Rejection } from '../../messages/writing/rejection-dialog.tsx'
import { listAddress, readPage } from '../application-list-api.ts'
import type { Undo } from '../changes/undo.ts'
import {
  type ApplicationsChange,
  type ChangeConflict,
  useApplicationChanges,
} from '../changes/use-application-changes.ts'
import { useBulkDelete } from '../changes/use-final-changes.ts'
import type { ListView } from '../list-view.ts'
import type { Selection } from './selection.ts'
import { useBulkDownload } from './use-bulk-download.ts'
import type { SelectionActions } from './use-selection.ts'

/** What can be done with the selected applications. */
export type BulkActions = ReturnType<typeof useBulkActions>

/**
 * The actions of the bar for selected applications. A change ends the selection.
 * @param rows that are shown
 */
export function useBulkActions(
  { view, rows, selection }: { view: ListView; rows: readonly Application[]; selection: Selection },
  { set, clear }: SelectionActions,
  undo: Undo,
) {
  const [conflict, setConflict] = useState<ChangeConflict | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const [recipients, setRecipients] = useState<readonly Application[] | null>(null)
  const [rejected, setRejected] = useState<readonly Application[] | null>(null)
  const showFailure = useFailureNotice()
  const may = useMay()
  const { assignments } = use(SignedInPerson)
  const bulkChange = useApplicationChanges(undo, setConflict)
  const bulkDelete = useBulkDelete()
  const download = useBulkDownload()
  const { mutate } = bulkChange
  const applications: Application[] = [...selection.values()]
  const { ask, dialog } = useInterviewQuestion(rows)
  const changeRows = useCallback(
    (sending: ApplicationsChange) =>
      ask(sending.change, sending.applications, (change) => mutate({ ...sending, change })),
    [ask, mutate],
  )
  const selectAll = useMutation({
    mutationFn: () => readAll(view),
    onSuccess: (rows) => set(rows, true),
    onError: (error) =>
      showFailure(error, {
        title: 'Selection failed',
        description: 'The applications could not be loaded. Please try again.',
      }),
  })
  return {
    count: applications.length,
    applications,
    /** Whether the person may do something to all of them. */
    allows: (permission: Permission) => applications.every(({ jobId }) => may(permission, jobId)),
    /** Changes them, after the questions that it takes: of several that are rejected, what they are told. */
    change: (change: ApplicationChange) => {
      if (asksWhatToTell(change, applications)) return setRejected(applications)
      ask(change, applications, (answered) => {
        clear()
        mutate({ change: answered, applications })
      })
    },
    /** The question about planned interviews, while it is open. */
    question: dialog,
    /** Those whose rejection is being worded. */
    rejected,
    reject: (of: readonly Application[], { message, interviews, onStored }: Rejection) => {
      const close = () => {
        onStored()
        setRejected(null)
        clear()
      }
      mutate({ change: { status: 'rejected', interviews }, message, applications: of }, { onSuccess: close })
    },
    stopRejecting: () => setRejected(null),
    remove: () => {
      clear()
      bulkDelete.mutate(applications)
    },
    download: () => download.mutate(applications),
    /** Left out where the person may not decide about each that the list has. */
    selectAll:
      may(APPLICATIONS.decide, null) || assignments.every(({ decides }) => decides)
        ? () => selectAll.mutate()
        : undefined,
    clear,
    /** Those that a message is being written to. */
    recipients,
    write: (to: readonly Application[] = applications) => setRecipients(to),
    stopWriting: () => setRecipients(null),
    isConfirming,
    confirmDelete: () => setConfirming(true),
    stopConfirming: () => setConfirming(false),
    conflict,
    changeRows,
    dropConflict: () => setConflict(null),
    // Until all are selected, an action would be for those that are shown.
    isBusy: bulkChange.isPending || bulkDelete.isPending || selectAll.isPending,
    isDownloading: download.isPending,
    isSelecting: selectAll.isPending,
  }
}

/** Whether one of the actions has a dialog open. */
export function isAsking({ question, conflict, recipients, rejected, isConfirming }: BulkActions): boolean {
  return Boolean(question || conflict || recipients || rejected || isConfirming)
}

/** Whether a change is a rejection of several, of whom one at least is told. */
function asksWhatToTell(change: ApplicationChange, applications: readonly Application[]): boolean {
  if (!('status' in change) || change.status !== 'rejected' || applications.length < 2) return false
  return applications.some(isToldOfRejection)
}

/** Whether a rejection is news to an applicant who wants to be told. */
export function isToldOfRejection({ status, withdrawnAt }: Application): boolean {
  return status !== 'rejected' && withdrawnAt === null
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
