import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Application } from '../../../../contract/application.ts'
import type {
  ApplicationChange,
  DeletedApplications,
  RefusedApplication,
} from '../../../../contract/application-changes.ts'
import { API } from '../../../../contract/paths.ts'
import { readToken } from '../../../api/auth-store.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast.ts'
import { changeTogether } from '../changes/change-together.ts'
import { CHANGES_KEY, cancelReads, refreshDashboard } from '../changes/pending-changes.ts'
import type { Change } from '../changes/row-changes.ts'
import { showChanges, showStored } from '../changes/show-changes.ts'
import type { Undo } from '../changes/use-undo.ts'
import { countApplications, describeBulkChange, describeFailedChange, describeRefused } from './bulk-texts.ts'

/** A change of several applications. */
export type BulkChange = { change: ApplicationChange; applications: Application[] }

/** A change that other admins prevented for some applications. */
export type BulkConflict = { change: ApplicationChange; stored: Application[] }

const SHARED = { mutationKey: CHANGES_KEY, scope: { id: CHANGES_KEY[0] } } as const

/**
 * Returns the action that changes several applications in one request. Rows and counts change at once; those that the
 * server refuses change back, and a toast names them.
 * @param onConflict called with those that another admin had changed meanwhile
 */
export function useBulkChange(undo: Undo, onConflict: (conflict: BulkConflict) => void) {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    ...SHARED,
    mutationFn: ({ change, applications }: BulkChange) =>
      changeTogether(
        change,
        applications.map(({ id, version }) => ({ id, version })),
      ),
    onMutate: async ({ change, applications }) => {
      const made: { id: number | undefined } = { id: undefined }
      const undoing = undo.remember(() => made.id)
      await cancelReads(client)
      const takeBack = showChanges(
        client,
        applications.map((application) => changeOf(change, application)),
      )
      return { made, undoing, takeBack }
    },
    onSuccess: ({ id, changed, refused }, { change }, { made, undoing, takeBack }) => {
      made.id = id ?? undefined
      if (id === null) undoing.forget()
      const action = id === null ? {} : undoing.inToast
      takeBack(new Set(refused.map((one) => one.id)))
      showStored(client, changed)
      if (changed.length > 0) toast({ ...describeBulkChange(change, changed), ...action })
      reportRefused(refused, change, action)
      const stored = refused.flatMap((one) => (one.reason === 'changed_meanwhile' && one.stored ? [one.stored] : []))
      if (stored.length > 0) onConflict({ change, stored })
    },
    onError: (error, { change }, context) => {
      context?.undoing.forget()
      context?.takeBack()
      showFailure(error, describeFailedChange(change))
    },
    onSettled: () => {
      refreshDashboard(client, true)
    },
  })
}

function reportRefused(refused: RefusedApplication[], change: ApplicationChange, action: object): void {
  const [first] = refused
  if (!first) return
  const { title } = describeFailedChange(change)
  toast({ title, description: `Not changed: ${describeRefused(refused)}`, tone: 'error', ...action })
}

/** Returns the action that deletes several applications in one request. */
export function useBulkDelete() {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    ...SHARED,
    mutationFn: (applications: Application[]) =>
      jsonRequest<DeletedApplications>('POST', API.deleteApplications, {
        token: readToken(),
        body: { applications: applications.map(({ id }) => ({ id })) },
      }),
    onMutate: async (applications) => {
      await cancelReads(client)
      return showChanges(
        client,
        applications.map((application) => ({ kind: 'delete', application })),
      )
    },
    onSuccess: ({ deleted }) => toast({ title: 'Application deleted', about: countApplications(deleted.length) }),
    onError: (error, _applications, takeBack) => {
      takeBack?.()
      showFailure(error, { title: 'Delete failed', description: 'Failed to delete application' })
    },
    onSettled: () => {
      refreshDashboard(client, true)
    },
  })
}

function changeOf(change: ApplicationChange, application: Application): Change {
  return 'status' in change
    ? { kind: 'status', application, status: change.status }
    : { kind: 'archive', application, archived: change.archived }
}
