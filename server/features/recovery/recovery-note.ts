import type { RecoverySubmission } from '../../../contract/recovery.ts'
import { RECOVERY_MARKER } from '../../../contract/vocabulary.ts'

/** The note of a resubmitted application: the marker, then one line for each detail that the applicant gave. */
export function recoveryNote(
  details: Pick<RecoverySubmission, 'originalSubmissionDate' | 'jobTitle' | 'additionalInfo'>,
): string {
  const lines = [
    ['Original submission date', details.originalSubmissionDate],
    ['Job title', details.jobTitle],
    ['Additional information', details.additionalInfo],
  ]
  return [RECOVERY_MARKER, ...lines.filter(([, text]) => text).map(([label, text]) => `${label}: ${text}`)].join('\n')
}
