import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Application } from '../../../../contract/applications/application.ts'
import type { RefusedApplication } from '../../../../contract/applications/application-changes.ts'
import { toast } from '../../../ui/toast/toast.ts'
import type { ToastMessage } from '../../../ui/toast/toast-store.ts'
import { useMessageNote } from '../../messages/use-message-note.ts'
import { describeChange } from './change-texts.ts'
import { cancelReads, ONE_AT_A_TIME, refreshDashboard } from './pending-changes.ts'
import { type Sending, sendChange } from './send-change.ts'
import { dropStep, noteChanges, pushStep, type UndoStep } from './undo-stack.ts'
import { unsentDecisions } from './unsent-decisions.ts'
import type { Undo } from './use-undo.ts'

type TakeBack = (ids?: ReadonlySet<number>) => void

/** How a page shows changes, and what it does where they are refused. */
export type ChangingPage<One extends Sending> = {
  undo: Undo
  /** What an undo calls the change; `Change` unless given. */
  noun?: string
  /** How long the toast of a change is shown, in milliseconds. */
  toastMs?: number
  /** Shows a change before the server responds. @returns the action that takes it back, for all or some applications */
  show: (sending: One) => TakeBack | Promise<TakeBack>
  /** Shows the applications as they are stored after the change. */
  onStored: (stored: Application[], sending: One) => void
  /** @param inToast the part of a toast that undoes what was changed all the same */
  onRefused: (refused: RefusedApplication[], sending: One, inToast: Pick<ToastMessage, 'action'>) => void
  onFailed: (error: Error, sending: One) => void
}

/**
 * Changes applications for a page: shown at once, sent one after another, rebased on newer versions, remembered for the
 * undo, taken back where the server refuses.
 */
export function useChanges<One extends Sending>(page: ChangingPage<One>) {
  const client = useQueryClient()
  const noteMessages = useMessageNote()
  return useMutation({
    ...ONE_AT_A_TIME,
    mutationFn: (sending: One) => sendChange(sending),
    onMutate: async (sending) => {
      const step: UndoStep = { noun: page.noun ?? 'Change', changes: [], done: [] }
      // Remembered before the response: an undo that is asked for meanwhile waits for it.
      pushStep(step)
      await cancelReads(client)
      return { step, takeBack: await page.show(sending) }
    },
    onSuccess: ({ ids, changed, refused, messages }, sending, { step, takeBack }) => {
      noteChanges(step, ids)
      const inToast =
        ids.length === 0 ? {} : { action: { label: 'Undo', run: () => page.undo.undo(step) }, durationMs: page.toastMs }
      const stays = new Set(refused.map(({ id }) => id))
      if (stays.size > 0) takeBack(stays)
      page.onStored(changed, sending)
      const made = sending.applications.filter(({ id }) => !stays.has(id))
      for (const { id } of made) unsentDecisions.drop(id, sending.change)
      if (made.length > 0)
        toast({ ...describeChange(sending.change, made), ...inToast, ...noteMessages(messages, page.toastMs) })
      if (refused.length > 0) page.onRefused(refused, sending, inToast)
    },
    onError: (error, sending, context) => {
      if (context) dropStep(context.step)
      context?.takeBack()
      page.onFailed(error, sending)
    },
    onSettled: () => {
      refreshDashboard(client, true)
    },
  })
}
