import * as z from 'zod'
import { LONGEST_ENCODED_RECEIPT, MAXIMUM } from '../wire/limits.ts'
import { optionalLine, optionalText } from '../wire/validation.ts'
import { personSchemas } from './applicant-schemas.ts'
import { honeypotField } from './application.ts'

const details = {
  originalSubmissionDate: optionalLine(MAXIMUM.jobLine),
  jobTitle: optionalLine(MAXIMUM.jobLine),
  additionalInfo: optionalText(MAXIMUM.note),
}

/** What a visitor types into the recovery form; the resume is optional. */
export const recoveryFormSchema = z.object({ ...personSchemas, ...details, ...honeypotField })

/** Text fields of `POST /api/recovery/resubmit`. */
export const recoverySubmissionSchema = z.strictObject({
  ...personSchemas,
  ...details,
  receipt: z
    .string()
    .max(LONGEST_ENCODED_RECEIPT)
    .optional()
    .describe('A receipt, as in its link: the application is then stored as one with a verified receipt'),
  ...honeypotField,
})

/** What a visitor types into the recovery form. */
export type RecoveryFields = z.input<typeof recoveryFormSchema>
/** Validated fields of a resubmission. */
export type RecoverySubmission = z.output<typeof recoverySubmissionSchema>
