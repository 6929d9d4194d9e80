import type { ApplicationForm } from '../../../contract/application.ts'
import { type AttemptKey, createAttemptKey } from '../../api/attempt-key.ts'

/** How far the sending of an application has come; `progress` is in percent, `id` that of the stored application. */
export type Delivery = { status: 'idle' } | { status: 'sending'; progress: number } | { status: 'sent'; id: number }

/**
 * What belongs to an application rather than to the form that shows it: closing a dialog loses neither what was typed
 * nor that it is being sent, for as long as the page lives.
 */
export type ApplicationDraft = {
  values: ApplicationForm | undefined
  file: File | null
  attempt: AttemptKey
  readDelivery: () => Delivery
  /** Tells every form that shows this draft, before it returns. */
  setDelivery: (delivery: Delivery) => void
  /** Calls `listener` after every change of the delivery; gives back how to stop. */
  subscribe: (listener: () => void) => () => void
  /** Whether a form shows this draft now. */
  isShown: () => boolean
}

/** Nothing is on its way. */
export const IDLE: Delivery = { status: 'idle' }

const drafts = new Map<number | undefined, ApplicationDraft>()

/**
 * The draft for a posting, the same one for every form that is opened for it.
 * @param jobId undefined for a general application
 */
export function draftFor(jobId: number | undefined): ApplicationDraft {
  const known = drafts.get(jobId)
  if (known) return known
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
