import type { Receipt } from '../../../contract/receipt.ts'
import type { RecoverySubmission } from '../../../contract/recovery.ts'
import { RECOVERY_MARKER } from '../../../contract/vocabulary.ts'

/** What an applicant resubmitted beside name, email and phone. */
type Details = Pick<RecoverySubmission, 'originalSubmissionDate' | 'jobTitle' | 'additionalInfo'>

/** A valid receipt, and whether the resubmission agrees with it. */
type Comparison = { receipt: Receipt; isSamePerson: boolean; isSameFile: boolean | null }

/** The note of a resubmitted application: the marker, then one line for each detail that the applicant gave. */
export function recoveryNote(details: Details, compared?: Comparison): string {
  const lines = [
    ['Original submission date', details.originalSubmissionDate],
    ['Job title', details.jobTitle],
    ...(compared ? receiptLines(compared) : []),
    ['Additional information', details.additionalInfo],
  ]
  return [RECOVERY_MARKER, ...lines.filter(([, text]) => text).map(([label, text]) => `${label}: ${text}`)].join('\n')
}

function receiptLines({ receipt, isSamePerson, isSameFile }: Comparison): [string, string | null][] {
  const { reference, time, name, email, fileName } = receipt
  const file = {
    null: null,
    true: `the same file as then (${fileName})`,
    false: `another file than then (${fileName})`,
  }
  return [
    ['Verified receipt', `${reference} of ${time}`],
    ['The receipt names', isSamePerson ? null : `${name}, ${email}`],
    ['Resume', file[`${isSameFile}`]],
  ]
}
