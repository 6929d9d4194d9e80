import * as z from 'zod'
import { instantSchema, requiredText, versionSchema } from '../wire/validation.ts'
import { CONSENT } from './personal-data-limits.ts'

const shownTextSchema = z.strictObject({
  version: versionSchema,
  text: z.string(),
})

/** What applicants agree to who stay on file, in one of its versions. */
const consentTextSchema = shownTextSchema.extend({
  by: z.string().nullable().describe('Who saved it, as named then; null for the text of the program'),
  at: instantSchema
    .nullable()
    .describe('When it was saved; null for the text of the program before somebody has agreed to it'),
})

/** Response of `GET /api/admin/consent-texts`, and to a change: newest first, the one that applies before the others. */
export const consentTextsSchema = z.strictObject({
  versions: z.array(consentTextSchema).min(1).max(CONSENT.mostVersions),
})

/** Body of `PUT /api/admin/consent-texts`: it becomes a new version. */
export const newConsentTextSchema = z.strictObject({
  text: requiredText('Say what applicants agree to', CONSENT.text),
  version: versionSchema.describe('The version that was read; when another applies, nothing is saved'),
})

/** A consent of an applicant, with the words that were agreed to. */
const consentSchema = shownTextSchema.extend({
  at: instantSchema.describe('When it was given'),
  withdrawnAt: instantSchema.nullable(),
})

/** Response of `GET /api/admin/applications/{id}/consent`. */
export const consentOfApplicationSchema = z.strictObject({
  consent: consentSchema.nullable().describe('The latest one, also where it is withdrawn'),
})

/** The versions of what applicants agree to. */
export type ConsentTexts = z.output<typeof consentTextsSchema>
/** A text that an owner saves. */
export type NewConsentText = z.output<typeof newConsentTextSchema>
/** The latest consent of an applicant. */
export type ConsentOfApplication = z.output<typeof consentOfApplicationSchema>
