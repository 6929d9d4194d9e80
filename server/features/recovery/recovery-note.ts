import type { RecoverySubmission } from '../../../contract/recovery.ts'
import { RECOVERY_MARKER } from '../../../contract/vocabulary.ts'

/** The note of a resubmitted application: the marker, then what the applicant remembers, a line each. */
export function recoveryNote(
  remembered: Pick<RecoverySubmission, 'originalSubmissionDate' | 'jobTitle' | 'additionalInfo'>,
): string {
  const lines = [
    ['Original submission date', remembered.originalSubmissionDate],
    ['Job title', remembered.jobTitle],
    ['Additional information', remembered.additionalInfo],
  ]
  return [RECOVERY_MARKER, ...lines.filter(([, text]) => text).map(([label, text]) => `${label}: ${text}`)].join('\n')
}
