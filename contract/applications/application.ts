import * as z from 'zod'
import { interviewChoiceSchema } from '../interviews/interview-choice.ts'
import { questionAnswerSchema } from '../jobs/question.ts'
import { MAXIMUM, REPLY_FILES } from '../wire/limits.ts'
import { cleanText } from '../wire/text-rules.ts'
import {
  chosenInstantSchema,
  idSchema,
  instantSchema,
  namesChange,
  readVersionSchema,
  versionSchema,
} from '../wire/validation.ts'
import { readSchemas, typedSchemas } from './applicant-schemas.ts'
import { receiptSchema } from './receipt.ts'
import { SCAN_STATES } from './resume-kinds.ts'
import { APPLICATION_STATUSES } from './status-lists.ts'
import { writtenResumeFields } from './written-resume.ts'

/** Says that an application has no resume. */
export const RESUME_MISSING = 'Please select a resume file'

/**
 * A form field that no person sees (`docs/decisions/0022`). A value in it puts the application in quarantine and is not
 * stored.
 */
export const honeypotField = { website: z.string().optional().describe('Must be absent or empty') }

/** What a visitor types into the application form; the resume is written there, or a file that travels beside it. */
export const applicationFormSchema = z.object({
  ...typedSchemas,
  ...writtenResumeFields,
  ...honeypotField,
})

/** Response to a stored application or resubmission. */
export const submissionReceiptSchema = z.strictObject({
  id: idSchema,
  createdAt: instantSchema,
  receipt: receiptSchema,
  sendsMail: z
    .boolean()
    .describe(
      'Whether this site mails receipts, with the private link to My application: the same for every application',
    ),
})

/** The valid receipt with which an application was resubmitted, and the application of the receipt if it was still stored. */
export const verifiedReceiptSchema = z.strictObject({
  reference: z.string(),
  originalId: idSchema.nullable(),
  findings: z.array(z.string()).default([]).describe('What the server has compared: time, person and file'),
})

/** What responses say of a stored file. */
const storedResume = {
  fileName: z.string(),
  mediaType: z.string(),
  size: z.int(),
  scan: z.enum(SCAN_STATES).nullable().describe('Virus scan; null when no scanner was configured'),
}

/** An application as an admin reads it. */
export const applicationSchema = z.strictObject({
  id: idSchema,
  version: versionSchema,
  ...readSchemas,
  questionAnswers: z.array(questionAnswerSchema).describe('To the questions of its posting, as they were asked then'),
  status: z.enum(APPLICATION_STATUSES),
  archived: z.boolean(),
  quarantined: z
    .boolean()
    .describe('Out of the lists: held as spam, which the quarantine lists, or set aside to be erased'),
  eraseOn: z.iso
    .date()
    .nullable()
    .describe('The day from which it is erased, as the rules of retention say; null unless it is set aside'),
  heldUntil: z.iso
    .date()
    .nullable()
    .describe('The last day of the legal hold of its person; while there is one, nothing of the person is erased'),
  isErasing: z.boolean().describe('Its erasure was requested and has not ended'),
  verifiedReceipt: verifiedReceiptSchema.nullable().describe('Of a resubmission with a valid receipt'),
  jobId: idSchema.nullable(),
  assignee: z.strictObject({ id: idSchema, name: z.string() }).nullable().describe('Who takes care of it'),
  source: z
    .string()
    .nullable()
    .describe('Where the applicant first found this site, as the link said; null when it did not'),
  tagIds: z.array(idSchema).describe('Its tags, by id'),
  createdAt: instantSchema,
  feedback: z.string().nullable(),
  interviewDate: instantSchema.nullable(),
  withdrawnAt: instantSchema.nullable().describe('When the applicant withdrew it'),
  answerBy: z.iso
    .date()
    .nullable()
    .describe('The promised day of an answer, in the zone of the company; null once there was one, and when withdrawn'),
  answered: z
    .strictObject({
      at: instantSchema,
      by: z.string().nullable().describe('Username of the admin who marked it; null when a message was sent'),
    })
    .nullable()
    .describe('That the applicant knows of the present status'),
  resume: z
    .strictObject({ ...storedResume, version: z.int().describe('1 until the applicant replaces it') })
    .nullable()
    .describe('The stored file; null when none was sent. Size in bytes.'),
})

/** Body of `PATCH /api/applications/{id}`: any of the fields, at least one. */
export const applicationUpdateSchema = z
  .strictObject({
    status: z.enum(APPLICATION_STATUSES),
    feedback: z.string().overwrite(cleanText).trim().max(MAXIMUM.feedback).nullable(),
    interviewDate: chosenInstantSchema
      .nullable()
      .describe(
        'The planned interview that is the next to begin, or the last one. Setting it plans or moves one and invites nobody; null cancels that one.',
      ),
    interviews: interviewChoiceSchema,
    version: readVersionSchema,
  })
  .partial()
  .refine(namesChange, 'Name at least one field to change')

/** Body of `PUT /api/admin/applications/{id}/answered`. */
export const answeredSchema = z.strictObject({
  answered: z.boolean().describe('Whether the applicant knows of the present status; false takes back a mark'),
})

/** Query of `GET /api/applications/{id}/resume`. */
export const resumeQuerySchema = z.strictObject({
  prefetch: z
    .literal('true', { error: 'Must be true, or left out' })
    .optional()
    .describe('The file is not shown yet: the history says prefetched, until it is reported as opened'),
  version: z.coerce
    .number()
    .int()
    .min(1)
    .max(REPLY_FILES.firstVersion + REPLY_FILES.most)
    .optional()
    .describe('An earlier version of the resume, or a file that came with a reply'),
})

/** Response of `GET /api/admin/applications/{id}/earlier-resumes`, newest first. */
export const earlierResumesSchema = z.array(
  z.strictObject({ ...storedResume, version: z.int(), replacedAt: instantSchema }),
)

/** A resume that the applicant has replaced. */
export type EarlierResume = z.output<typeof earlierResumesSchema>[number]

/** Body of `PATCH /api/admin/applications/{id}`: one field or both. No request puts an application in quarantine. */
export const applicationVisibilitySchema = z
  .strictObject({
    archived: z.boolean(),
    quarantined: z.literal(false),
    interviews: interviewChoiceSchema,
    version: readVersionSchema,
  })
  .partial()
  .refine(namesChange, 'Name at least one field to change')

/** The valid receipt with which an application was resubmitted. */
export type VerifiedReceipt = z.output<typeof verifiedReceiptSchema>
/** What a visitor types into the application form. */
export type ApplicationFields = z.input<typeof applicationFormSchema>
/** Response to a stored application. */
export type SubmissionReceipt = z.output<typeof submissionReceiptSchema>
/** An application as an admin reads it. */
export type Application = z.output<typeof applicationSchema>
