import { useLocation } from 'wouter'
import type { MadeChange } from '../../../contract/applications/application-changes.ts'
import { ADMIN_PAGE } from '../../../contract/wire/admin-paths.ts'
import { MAX_CHANGED_TOGETHER } from '../../../contract/wire/limits.ts'
import type { ToastMessage } from '../../ui/toast/toast-store.ts'
import { describeWritten } from './message-toasts.ts'
import { useMessageActions } from './use-message-actions.ts'

/** How long a toast is shown at least that asks whether to send a message, in milliseconds. */
const ASKING_MS = 15_000

/** The part of a decision's toast about the messages that it has written: they can be sent from it, or looked at. */
export function useMessageNote(): (
  written: MadeChange['messages'],
  toastMs?: number,
) => Pick<ToastMessage, 'note' | 'noteActions' | 'durationMs'> {
  const [, navigate] = useLocation()
  const { mutate } = useMessageActions()
  return (written, toastMs = ASKING_MS) => {
    const note = describeWritten(written)
    if (note === undefined) return {}
    const { drafts: ids } = written
    const send = { label: ids.length === 1 ? 'Send it' : 'Send them', run: () => mutate({ action: 'send', ids }) }
    const look = { label: 'Messages', run: () => navigate(ADMIN_PAGE.messages) }
    return {
      note,
      noteActions: written.sendsMail && ids.length > 0 && ids.length <= MAX_CHANGED_TOGETHER ? [send, look] : [look],
      durationMs: Math.max(toastMs, ASKING_MS),
    }
  }
}
