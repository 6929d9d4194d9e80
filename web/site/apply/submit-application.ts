import type { ApplicationFields, SubmissionReceipt } from '../../../contract/applications/application.ts'
import type { RecoveryFields } from '../../../contract/applications/recovery.ts'
import { type AnswerFields, isAnswerField } from '../../../contract/jobs/question-answers.ts'
import { ACTIONABLE_ERRORS } from '../../../contract/wire/error.ts'
import { API } from '../../../contract/wire/paths.ts'
import { ApiError } from '../../api/api-error.ts'
import { NetworkError, UploadTimeoutError, upload } from '../../api/upload.ts'
import { keptSource } from '../../session/visit-source.ts'
import type { ToastMessage } from '../../ui/toast/toast-store.ts'

const CREATED = 201

/** The application to send: what was typed, the answers, the resume, and the key that identifies a retry. */
export type ApplicationAttempt = {
  fields: Record<keyof ApplicationFields, string>
  answers: AnswerFields
  /** Absent for a general application. */
  jobId: number | undefined
  /** Null where the resume is written into the fields. */
  resume: File | null
  idempotencyKey: string
}

/**
 * Sends an application.
 * @param onProgress gets whole percents
 * @throws NetworkError, UploadTimeoutError, ApiError for every status but 201
 */
export async function submitApplication(
  { fields, answers, jobId, resume, idempotencyKey }: ApplicationAttempt,
  onProgress: (percent: number) => void,
): Promise<SubmissionReceipt> {
  const form = formDataOf({ ...fields, ...answers, jobId: jobId?.toString(), source: keptSource() }, resume)
  return sendForm(API.submitApplication, form, { idempotencyKey, onProgress })
}

/** The resubmission to send: what was typed, an encoded receipt, the resume, and the key that identifies a retry. */
export type RecoveryAttempt = {
  fields: RecoveryFields & { receipt: string | undefined }
  resume: File | null
  idempotencyKey: string
}

/** Sends a resubmission, like {@link submitApplication}. */
export async function submitRecovery(
  { fields, resume, idempotencyKey }: RecoveryAttempt,
  onProgress: (percent: number) => void,
): Promise<SubmissionReceipt> {
  return sendForm(API.recoveryResubmit, formDataOf(fields, resume), { idempotencyKey, onProgress })
}

async function sendForm(...request: Parameters<typeof upload>): Promise<SubmissionReceipt> {
  const response = await upload(...request)
  if (response.status !== CREATED) throw new ApiError(response.status, response.body, response.statusText)
  return JSON.parse(response.body)
}

/** The toast for a failed submission. */
export function describeSubmissionFailure(error: Error): ToastMessage {
  if (error instanceof UploadTimeoutError) {
    return {
      title: 'Upload Timeout',
      description: 'The upload took too long. Please try again with a smaller file.',
      tone: 'error',
    }
  }
  return { title: 'Submission Failed', description: failureMessage(error), tone: 'error' }
}

/** The server's message, if the applicant can act on it. */
export function actionableMessage(error: Error): string | undefined {
  if (!(error instanceof ApiError) || !ACTIONABLE_ERRORS.includes(error.code ?? '')) return undefined
  return error.serverMessage
}

/** Whether a form was refused because its posting asks other questions by now: it checks the answers itself. */
export function areQuestionsOutdated(error: Error): boolean {
  if (!(error instanceof ApiError)) return false
  return error.code === 'questions_changed' || error.issues.some(({ path }) => isAnswerField(path))
}

function failureMessage(error: Error): string {
  if (error instanceof NetworkError) {
    return 'Network error occurred. Please check your connection and try again.'
  }
  if (areQuestionsOutdated(error)) {
    return 'The questions of this position have changed. Please look at them again and send the form once more.'
  }
  return actionableMessage(error) ?? 'There was a problem uploading your resume. Please try again.'
}

/** The body of a form: its fields, then the resume, so that the server knows every field before the file begins. */
function formDataOf({ website, ...fields }: Record<string, string | null | undefined>, resume: File | null): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) if (typeof value === 'string') form.append(name, value)
  // Empty unless a program filled it.
  if (website) form.append('website', website)
  if (resume) form.append('resume', resume)
  return form
}
