import type { SubmissionReceipt } from '../../../contract/application.ts'
import { API } from '../../../contract/paths.ts'
import type { RecoveryForm } from '../../../contract/recovery.ts'
import { ApiError } from '../../api/api-error.ts'
import { upload } from '../../api/upload.ts'
import { formDataOf } from '../apply/submit-application.ts'

/** The resubmission to send. */
export type RecoveryAttempt = { fields: RecoveryForm; resume: File | null; idempotencyKey: string }

/**
 * Sends a resubmission.
 * @param onProgress gets whole percents
 * @throws NetworkError, UploadTimeoutError, ApiError for every status but a success
 */
export async function submitRecovery(
  { fields, resume, idempotencyKey }: RecoveryAttempt,
  onProgress: (percent: number) => void,
): Promise<SubmissionReceipt> {
  const response = await upload(API.recoveryResubmit, formDataOf(fields, resume), { idempotencyKey, onProgress })
  if (response.status < 200 || response.status > 299) {
    throw new ApiError(response.status, response.body, response.statusText)
  }
  return JSON.parse(response.body)
}
