import * as z from 'zod'
import { INTERVIEW_CHOICES } from './interview-terms.ts'

/** What a decision that ends an application does to its planned interviews that have not begun. */
export const interviewChoiceSchema = z
  .enum(INTERVIEW_CHOICES)
  .optional()
  .describe(
    'Rejecting, archiving and filling cancel the interviews that have not begun, and those who were invited are told. keep leaves them as they are.',
  )
