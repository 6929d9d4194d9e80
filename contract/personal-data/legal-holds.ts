import * as z from 'zod'
import { idSchema, instantSchema, requiredText } from '../wire/validation.ts'
import { LEGAL_HOLD } from './personal-data-limits.ts'

const lastDay = z.iso.date({ error: 'Choose the last day' })

/** Why the applications of one person are kept, and until when. */
/** A legal hold as it is read. */
export const legalHoldSchema = z.strictObject({
  reason: z.string(),
  endsOn: lastDay.describe('The last day on which it holds, in the zone of the company'),
  by: z.string().describe('Who last set or renewed it'),
  at: instantSchema,
})

/** Body of `PUT /api/admin/applications/{id}/legal-hold`: it holds all applications with the same email address. */
export const newLegalHoldSchema = z.strictObject({
  reason: requiredText('Say what it is needed for', LEGAL_HOLD.reason),
  endsOn: lastDay,
})

/** Response about the hold of one person. */
export const ownLegalHoldSchema = z.strictObject({ hold: legalHoldSchema.nullable() })

/** Response of `GET /api/admin/legal-holds`: those that end first come first. */
export const legalHoldsSchema = z.strictObject({
  holds: z
    .array(
      legalHoldSchema.extend({
        applicationId: idSchema.nullable().describe('The newest application of the person; null where there is none'),
        name: z.string().nullable().describe('Of the person'),
      }),
    )
    .max(LEGAL_HOLD.most),
})

/** A legal hold. */
export type LegalHold = z.output<typeof legalHoldSchema>
/** A legal hold that an owner sets. */
export type NewLegalHold = z.output<typeof newLegalHoldSchema>
/** The hold of one person, if there is one. */
export type OwnLegalHold = z.output<typeof ownLegalHoldSchema>
/** All legal holds. */
export type LegalHolds = z.output<typeof legalHoldsSchema>
