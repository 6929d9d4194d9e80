import type { ApplicationForm } from '../../contract/application.ts'
import { type AttemptKey, createAttemptKey } from './attempt-key.ts'

/** A form that was left before it was sent: closing a dialog never loses what was typed while the page lives. */
export type ApplicationDraft = { values: ApplicationForm | undefined; file: File | null; attempt: AttemptKey }

const drafts = new Map<number | undefined, ApplicationDraft>()

/**
 * The draft for a posting, or an empty one.
 * @param jobId undefined for a general application
 */
export function readDraft(jobId: number | undefined): ApplicationDraft {
  return drafts.get(jobId) ?? { values: undefined, file: null, attempt: createAttemptKey() }
}

/** Keeps what a form holds at the moment it leaves the page; an empty form leaves nothing. */
export function keepDraft(jobId: number | undefined, draft: ApplicationDraft): void {
  const isEmpty = draft.file === null && Object.values(draft.values ?? {}).every((text) => !text)
  if (isEmpty) drafts.delete(jobId)
  else drafts.set(jobId, draft)
}

/** Forgets a draft that was sent. */
export function dropDraft(jobId: number | undefined): void {
  drafts.delete(jobId)
}
