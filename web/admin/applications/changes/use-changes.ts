import type { Application } from '../../../../contract/applications/application.ts'
import type {
  ApplicationChange,
  MadeChange,
  RefusedApplication,
} from '../../../../contract/applications/application-changes.ts'
import type { DecisionMessage } from '../../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { readToken } from '../../../api/auth-store.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import { toast } from '../../../ui/toast/toast.ts'
import type { ToastMessage } from '../../../ui/toast/toast-store.ts'
import { useMessageNote } from '../../messages/use-message-note.ts'
import { describeChange, type UndoStep } from './change-texts.ts'
import { useChange } from './pending-changes.ts'
import type { SeenApplication, TakeBack } from './row-changes.ts'
import { dropStep, noteChanges, pushStep, type Undo } from './undo.ts'
import { unsentDecisions } from './unsent-decisions.ts'

/** A change, and the applications that it is for: at most 500. */
export type Sending = {
  change: ApplicationChange
  /** What it tells the applicants; as the settings say unless given. */
  message?: DecisionMessage | undefined
  applications: readonly SeenApplication[]
  /** It was kept for a later attempt: what was decided since, an undo too, counts for more. */
  isLate?: boolean
}

/** What became of each application; the ids name the changes in requests to undo them, and the written messages. */
type SentChange = Omit<MadeChange, 'id' | 'undoableUntil'> & { ids: number[] }

/**
 * Changes applications, over the versions that the admin has seen. A second decision may be made before the first has its
 * response: refused over the first, it is sent again over the version that the first has made. The same happens where
 * the value was changed and changed back. A late decision is never sent again.
 * @throws ApiError or TypeError when nothing was changed
 */
export async function sendChange({ change, message, applications, isLate = false }: Sending): Promise<SentChange> {
  const named = applications.map(({ id, version }) => ({ id, version }))
  const body = { change, ...(message && { message }), applications: named }
  const made = await jsonRequest<MadeChange>('POST', ADMIN_API.applicationChanges, { body, token: readToken() })
  const { id, changed, refused, unchanged, messages } = made
  const sent = { ids: id === null ? [] : [id], changed, refused, unchanged, messages }
  const seen = new Map(applications.map((one) => [one.id, one]))
  const newer = refused.flatMap(({ reason, stored }) =>
    !isLate && reason === 'changed_meanwhile' && stored && hasSameValue(change, seen.get(stored.id), stored)
      ? [stored]
      : [],
  )
  if (newer.length === 0) return sent
  const again = await sendChange({ change, message, applications: newer }).catch((error) => {
    // Thrown away with the error, what was changed already could not be undone.
    if (id === null) throw error
    return undefined
  })
  if (!again) return sent
  const rebased = new Set(newer.map((one) => one.id))
  return {
    ids: [...sent.ids, ...again.ids],
    changed: [...changed, ...again.changed],
    refused: [...refused.filter((one) => !rebased.has(one.id)), ...again.refused],
    unchanged: [...unchanged, ...again.unchanged],
    messages: {
      drafts: [...messages.drafts, ...again.messages.drafts],
      waiting: [...messages.waiting, ...again.messages.waiting],
      byHand: [...messages.byHand, ...again.messages.byHand],
      sendsMail: messages.sendsMail,
    },
  }
}

function hasSameValue(change: ApplicationChange, seen: SeenApplication | undefined, stored: Application): boolean {
  return 'status' in change ? seen?.status === stored.status : seen?.archived === stored.archived
}

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
  const noteMessages = useMessageNote()
  return useChange({
    send: (sending: One) => sendChange(sending),
    show: async (sending) => {
      const step: UndoStep = { noun: page.noun ?? 'Change', changes: [], done: [] }
      // Remembered before the response: an undo that is asked for meanwhile waits for it.
      pushStep(step)
      return { step, takeBack: await page.show(sending) }
    },
    onMade: ({ ids, changed, refused, messages }, sending, { step, takeBack }) => {
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
    onFailed: (error, sending, shown) => {
      if (shown) dropStep(shown.step)
      shown?.takeBack()
      page.onFailed(error, sending)
    },
  })
}
