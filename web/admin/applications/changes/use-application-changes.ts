import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Application } from '../../../../contract/application.ts'
import { conflictingVersion } from '../../../api/edit-conflict.ts'
import { useFailureNotice } from '../../../session/end-session.ts'
import { toast } from '../../../ui/toast.ts'
import { CHANGES_KEY, cancelReads, refreshDashboard } from './pending-changes.ts'
import { asApplicationChange, type Change, describeChange, REFUSALS } from './row-changes.ts'
import { sendChange } from './send-change.ts'
import { showChanges, showStored } from './show-changes.ts'
import { describeRefusal } from './undoable-changes.ts'
import type { Undo } from './use-undo.ts'

/** A change that was refused because another admin had changed the same value. */
export type ChangeConflict = { change: Change; stored: Application }

/**
 * Returns the action that changes an application. Rows and counts change immediately; if the server refuses, they
 * change back and a toast says so. A change can be undone, except for a deletion and a release.
 * @param onConflict called when another admin has changed the same value; without it a toast says that the change failed
 */
export function useApplicationChanges(undo?: Undo, onConflict?: (conflict: ChangeConflict) => void) {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationKey: CHANGES_KEY,
    // One at a time: two parallel requests may reach the server in the wrong order.
    scope: { id: CHANGES_KEY[0] },
    mutationFn: sendChange,
    onMutate: async (change) => {
      const made: { id: number | undefined } = { id: undefined }
      const undoing = asApplicationChange(change) ? undo?.remember(() => made.id) : undefined
      await cancelReads(client)
      return { made, undoing, takeBack: showChanges(client, [change]) }
    },
    onSuccess: ({ stored, changeId, refusal }, change, { made, undoing, takeBack }) => {
      made.id = changeId ?? undefined
      // Nothing was changed by us, so there is nothing of ours to undo.
      if (changeId === null) undoing?.forget()
      const about = change.application.name
      if (refusal) {
        takeBack()
        if (refusal.reason === 'changed_meanwhile' && refusal.stored && onConflict) {
          return onConflict({ change, stored: refusal.stored })
        }
        const { title } = REFUSALS[change.kind]
        return toast({ title, about, description: describeRefusal(refusal), tone: 'error' })
      }
      if (stored) showStored(client, [stored])
      toast({ ...describeChange(change), about, ...(changeId !== null && undoing?.inToast) })
    },
    onError: (error, change, context) => {
      context?.undoing?.forget()
      context?.takeBack()
      const stored = conflictingVersion<Application>(error)
      if (stored && onConflict) onConflict({ change, stored })
      else showFailure(error, { ...REFUSALS[change.kind], about: change.application.name })
    },
    onSettled: () => {
      refreshDashboard(client, true)
    },
  }).mutate
}
