import type { ErrorCode } from '../../../contract/error.ts'
import { ApiError } from '../../api/api-error.ts'

/** Codes of answers that are about the file: sent again as it is, it would be refused again. */
const REFUSALS: readonly string[] = [
  'resume_missing',
  'resume_empty',
  'too_large',
  'wrong_type',
  'infected',
] satisfies ErrorCode[]

// By the file and not by the form, which may be closed by the time of the answer and opened again.
const refused = new WeakMap<File, string>()

/** Remembers the server's words about a resume that it did not take; any other failure says nothing about the file. */
export function noteRefusal(resume: File, failure: Error): void {
  if (!(failure instanceof ApiError) || !REFUSALS.includes(failure.code ?? '')) return
  if (failure.serverMessage) refused.set(resume, failure.serverMessage)
}

/** Why the server did not take this resume; undefined where it was not refused. */
export function refusalOf(resume: File | null): string | undefined {
  return resume ? refused.get(resume) : undefined
}
