import type { ApplicationForm } from '../../../contract/application.ts'
import { type AttemptKey, createAttemptKey } from '../../api/attempt-key.ts'

/** State of a submission; `progress` is in percent, `id` is that of the stored application. */
export type Delivery = { status: 'idle' } | { status: 'sending'; progress: number } | { status: 'sent'; id: number }

/** State that outlives the form: closing a dialog loses neither the typed text nor a running submission. */
export type ApplicationDraft = {
  values: ApplicationForm | undefined
  file: File | null
  attempt: AttemptKey
  readDelivery: () => Delivery
  /** Notifies every form that shows this draft, synchronously. */
  setDelivery: (delivery: Delivery) => void
  /** Calls `listener` after every change of the delivery; returns the unsubscribe action. */
  subscribe: (listener: () => void) => () => void
  /** Whether a form currently shows this draft. */
  isShown: () => boolean
}

/** No submission is running. */
export const IDLE: Delivery = { status: 'idle' }

const drafts = new Map<number | undefined, ApplicationDraft>()

/**
 * The draft of a posting, shared by all its forms.
 * @param jobId undefined for a general application
 */
export function draftFor(jobId: number | undefined): ApplicationDraft {
  const existing = drafts.get(jobId)
  if (existing) return existing
  const draft = createDraft()
  drafts.set(jobId, draft)
  return draft
}

function createDraft(): ApplicationDraft {
  let delivery = IDLE
  const listeners = new Set<() => void>()
  return {
    values: undefined,
    file: null,
    attempt: createAttemptKey(),
    readDelivery: () => delivery,
    setDelivery(next) {
      delivery = next
      for (const notify of listeners) notify()
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isShown: () => listeners.size > 0,
  }
}
