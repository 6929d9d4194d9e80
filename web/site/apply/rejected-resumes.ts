import type { ErrorCode } from '../../../contract/wire/error.ts'
import { ApiError } from '../../api/api-error.ts'

/** Error codes about the file: the same file would be refused again. */
const REFUSALS: readonly string[] = [
  'resume_missing',
  'resume_empty',
  'too_large',
  'wrong_type',
  'infected',
] satisfies ErrorCode[]

// Keyed by file: the form may be closed before the response arrives and reopened later.
const refused = new WeakMap<File, string>()

/** Remembers the server's message about a rejected resume; other failures are not about the file. */
export function rememberRejection(resume: File, failure: Error): void {
  if (!(failure instanceof ApiError) || !REFUSALS.includes(failure.code ?? '')) return
  if (failure.serverMessage) refused.set(resume, failure.serverMessage)
}

/** Why the server rejected this resume; undefined if it did not. */
export function rejectionOf(resume: File | null): string | undefined {
  return resume ? refused.get(resume) : undefined
}
