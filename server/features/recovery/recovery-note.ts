import { RECOVERY_MARKER } from '../../../contract/applications/application-terms.ts'
import type { Receipt } from '../../../contract/applications/receipt.ts'
import type { RecoverySubmission } from '../../../contract/applications/recovery.ts'

/** What an applicant resubmitted beside name, email and phone. */
type Details = Pick<RecoverySubmission, 'originalSubmissionDate' | 'jobTitle' | 'additionalInfo'>

/**
 * The note of a resubmitted application: the marker, then one line for each detail that the applicant gave. It has nothing that
 * the server says. Further lines of what was typed are quoted, so that none looks like another detail.
 */
export function recoveryNote({ originalSubmissionDate, jobTitle, additionalInfo }: Details): string {
  const lines = [
    ['Original submission date', originalSubmissionDate],
    ['Job title', jobTitle],
    ['Additional information', additionalInfo?.split(LINE_END).join('\n> ')],
  ]
  return [RECOVERY_MARKER, ...lines.filter(([, text]) => text).map(([label, text]) => `${label}: ${text}`)].join('\n')
}

/** Whatever a browser may show as the end of a line. */
const LINE_END = /\r\n|[\n\v\f\r\u0085\u2028\u2029]/

/**
 * What the server has found out about a valid receipt, as lines for an admin. They are kept beside the note, never in it.
 * @param comparison the receipt, and whether the resubmission agrees with it
 */
export function receiptFindings({
  receipt,
  isSamePerson,
  isSameFile,
}: {
  receipt: Receipt
  isSamePerson: boolean
  isSameFile: boolean | null
}): string[] {
  const { time, name, email, fileName } = receipt
  const file = {
    null: null,
    true: `the same file as then (${fileName})`,
    false: `another file than then (${fileName})`,
  }[`${isSameFile}`]
  return [
    `Issued ${time}`,
    ...(isSamePerson ? [] : [`The receipt names: ${name}, ${email}`]),
    ...(file ? [`Resume: ${file}`] : []),
  ]
}
