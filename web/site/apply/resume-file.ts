import { RESUME_MISSING } from '../../../contract/applications/application.ts'
import { askForKinds, RESUME_KINDS, type ResumeKind } from '../../../contract/applications/resume-kinds.ts'
import type { ErrorCode } from '../../../contract/wire/error.ts'
import { RESUME_MAX_BYTES, RESUME_MAX_TEXT } from '../../../contract/wire/limits.ts'
import { ApiError } from '../../api/api-error.ts'
import type { ToastMessage } from '../../ui/toast/toast-store.ts'

/** Why a file cannot be sent: the toast, whose description is also the field's error. */
export type FileProblem = ToastMessage & { description: string }

/** The problem of a missing required resume. */
export const MISSING_RESUME: FileProblem = {
  title: 'Error',
  description: RESUME_MISSING,
  tone: 'error',
}

/**
 * Checks a file's size and declared type; the server decides by content.
 * @param kinds what the form takes
 */
export function findFileProblem(file: File, kinds: readonly ResumeKind[]): FileProblem | undefined {
  if (file.size === 0) {
    return {
      title: 'Empty file',
      description: 'This file is empty. Please choose another file',
      tone: 'error',
    }
  }
  if (file.size > RESUME_MAX_BYTES) {
    return { title: 'File too large', description: `File size must be less than ${RESUME_MAX_TEXT}`, tone: 'error' }
  }
  if (!isOfKind(file, kinds)) {
    return {
      title: 'Invalid file type',
      description: askForKinds(kinds),
      tone: 'error',
    }
  }
  return undefined
}

/** Extensions for a file picker, for example `.pdf,.doc`. */
export function acceptOf(kinds: readonly ResumeKind[]): string {
  return kinds.map((kind) => `.${kind}`).join(',')
}

function isOfKind(file: File, kinds: readonly ResumeKind[]): boolean {
  // Without office software installed, the browser has no type for Word files.
  if (file.type !== '') return kinds.some((kind) => RESUME_KINDS[kind].mediaType === file.type)
  const ending = file.name.split('.').at(-1)?.toLowerCase()
  return kinds.some((kind) => kind === ending)
}

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
