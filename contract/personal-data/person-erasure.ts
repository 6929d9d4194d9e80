import * as z from 'zod'
import { APPLICATION_STATUSES } from '../applications/status-lists.ts'
import { idSchema, instantSchema } from '../wire/validation.ts'
import { legalHoldSchema } from './legal-holds.ts'

/** Applications of one person that one request erases at most. More with one address are no person's. */
export const MOST_OF_PERSON = 500

const applicationOfPersonSchema = z.strictObject({
  id: idSchema,
  jobId: idSchema.nullable().describe('Null for a general application'),
  jobTitle: z.string().nullable().describe('Null also where the posting is deleted'),
  createdAt: instantSchema,
  status: z.enum(APPLICATION_STATUSES),
  archived: z.boolean(),
  quarantined: z.boolean().describe('Held as spam'),
  setAside: z.boolean().describe('To be erased, as the rules of retention say'),
  isErasing: z.boolean().describe('Its erasure was requested and has not ended'),
})

/** Response of `GET /api/admin/applications/{id}/person`: what an erasure of the person would remove. */
export const personSchema = z.strictObject({
  applications: z
    .array(applicationOfPersonSchema)
    .describe(`All with the same address, newest first, also archived and quarantined ones; ${MOST_OF_PERSON} at most`),
  hasMore: z.boolean(),
  counts: z.strictObject({
    files: z.int(),
    messages: z.int(),
    comments: z.int(),
    scorecards: z.int(),
    interviews: z.int(),
    jobAlerts: z.int().describe('Of the address'),
  }),
  hold: legalHoldSchema.nullable().describe('While there is one, nothing is erased'),
  waitsFor: z
    .string()
    .nullable()
    .describe(
      'Why an erasure that was requested has not ended, at its latest attempt; null while a legal hold keeps it',
    ),
})

/** Body of `POST /api/admin/applications/{id}/erase-person`. */
export const erasePersonSchema = z.strictObject({
  applicationIds: z
    .array(idSchema)
    .min(1)
    .max(MOST_OF_PERSON)
    .describe('All that `GET person` named: with others stored, nothing is erased and the response is 409'),
})

/** What an erasure of a person would remove. */
export type Person = z.output<typeof personSchema>
