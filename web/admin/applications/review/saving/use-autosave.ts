import { useEffect, useRef } from 'react'
import type { useDetailsForm } from '../../details/use-details-form.ts'

/** Wait after the last letter, and after an attempt that failed; milliseconds. */
const PAUSE_MS = 800
const RETRY_MS = 5_000

/** What the line under the feedback says. */
export type SaveState = 'unchanged' | 'saving' | 'saved' | 'failed' | 'refused'

/** Saves a form after a pause in typing, and again after a failure; at once when the network is back. */
export function useAutosave(form: ReturnType<typeof useDetailsForm>): SaveState {
  const { fields, errors, canSave, isSaving, hasFailed, hasSaved, conflicts } = form
  const save = useRef(form.save)
  save.current = form.save
  const isWaiting = canSave && !isSaving && conflicts.length === 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: each letter starts the wait again.
  useEffect(() => {
    if (!isWaiting) return
    const now = () => save.current()
    const timer = setTimeout(now, hasFailed ? RETRY_MS : PAUSE_MS)
    window.addEventListener('online', now)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', now)
    }
  }, [isWaiting, hasFailed, fields.feedback, fields.interviewDate])
  if (isSaving || (canSave && !hasFailed && conflicts.length === 0)) return 'saving'
  if (canSave && hasFailed) return 'failed'
  if (conflicts.length > 0 || errors.feedback !== undefined) return 'refused'
  return hasSaved ? 'saved' : 'unchanged'
}
