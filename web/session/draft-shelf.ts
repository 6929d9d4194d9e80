import type { JobFormValues } from './job-form-values.ts'

const drafts = new Map<number | undefined, JobFormValues>()

/**
 * Takes the draft of a posting out: what was typed when the form was taken away, as by a session that expired.
 * @param jobId undefined for a new posting
 */
export function takeJobDraft(jobId: number | undefined): JobFormValues | undefined {
  const draft = drafts.get(jobId)
  drafts.delete(jobId)
  return draft
}

/** Keeps what a form holds for as long as this page lives. */
export function keepJobDraft(jobId: number | undefined, values: JobFormValues): void {
  drafts.set(jobId, values)
}
