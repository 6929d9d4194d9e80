import { useQueryClient } from '@tanstack/react-query'
import type { Application } from '../../../../contract/applications/application.ts'
import type { RefusedApplication } from '../../../../contract/applications/application-changes.ts'
import { UNDO_TIME_MS } from '../../../../contract/wire/limits.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { APPLICATION_KEY } from '../../api/application-api.ts'
import { describeFailedChange, describeRefusal, describeRefused } from './change-texts.ts'
import { isChangePending } from './pending-changes.ts'
import { showChange, showStored } from './row-changes.ts'
import type { Undo } from './undo.ts'
import { type Sending, useChanges } from './use-changes.ts'

/** A change of rows of the dashboard. */
export type ApplicationsChange = Omit<Sending, 'applications'> & { applications: readonly Application[] }

/** A change that other admins prevented for some applications. */
export type ChangeConflict = Pick<Sending, 'change' | 'message'> & { refused: RefusedApplication[] }

/**
 * Returns the action that changes rows of the dashboard in one request. Rows change at once; those that the server refuses
 * change back, and a toast names them. The counts follow the response.
 * @param onConflict called with those of which another admin has changed the same value
 */
export function useApplicationChanges(undo: Undo, onConflict: (conflict: ChangeConflict) => void) {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useChanges<ApplicationsChange>({
    undo,
    toastMs: UNDO_TIME_MS,
    show: async ({ change, applications }) => {
      // The details may be reading their application: the response could be older than the change.
      await client.cancelQueries({ queryKey: APPLICATION_KEY })
      return showChange(client, change, applications)
    },
    onStored: (stored) => {
      // A later change is shown already: the last one reads everything again.
      if (!isChangePending(client, true)) showStored(client, stored)
    },
    onRefused: (refused, { change, message, applications }, inToast) => {
      const { title } = describeFailedChange(change)
      const conflicts = refused.filter(({ reason }) => reason === 'changed_meanwhile')
      const [first] = refused
      if (applications.length > 1)
        toast({ title, description: `Not changed: ${describeRefused(refused)}`, tone: 'error', ...inToast })
      else if (first && conflicts.length === 0)
        toast({ title, about: applications[0]?.name, description: describeRefusal(first), tone: 'error' })
      if (conflicts.length > 0) onConflict({ change, message, refused: conflicts })
    },
    onFailed: (error, { change, applications }) => {
      const about = applications.length === 1 ? { about: applications[0]?.name } : {}
      showFailure(error, { ...describeFailedChange(change), ...about })
    },
  })
}
