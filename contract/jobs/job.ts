import * as z from 'zod'
import { MAX_ID, MAXIMUM } from '../wire/limits.ts'
import {
  idSchema,
  instantSchema,
  namesChange,
  numberTextSchema,
  optionalLine,
  optionalText,
  readVersionSchema,
  requiredLine,
  requiredText,
  versionSchema,
} from '../wire/validation.ts'
import { factFields, payFaults, readFactFields } from './job-facts.ts'
import { JOB_STATUSES } from './job-statuses.ts'
import { JOB_TYPES } from './job-terms.ts'
import { askedQuestionSchema, questionSchema, questionsSchema } from './question.ts'

/**
 * Every field of a posting that an admin writes (`spec.md` section 3). A new field fails to compile until it is read
 * below, has a column in `server/features/jobs/job-fields.ts`, and has its place in the forms and histories of `web/admin`.
 */
const writtenFields = {
  title: requiredLine('Job title is required', MAXIMUM.jobLine),
  location: requiredLine('Location is required', MAXIMUM.jobLine),
  department: optionalLine(MAXIMUM.jobLine),
  jobType: z.enum(JOB_TYPES),
  salaryRange: optionalLine(MAXIMUM.jobLine),
  internalJobCode: optionalLine(MAXIMUM.jobLine),
  projectCode: optionalLine(MAXIMUM.jobLine),
  description: requiredText('Description is required', MAXIMUM.jobText),
  requirements: requiredText('Requirements are required', MAXIMUM.jobText),
  benefits: optionalText(MAXIMUM.jobText),
  status: z.enum(JOB_STATUSES),
  isActive: z.boolean(),
  ...factFields,
  questions: questionsSchema
    .nullish()
    .transform((questions) => questions ?? [])
    .describe('What the application form asks, in this order'),
}

/** Name of a field that an admin writes. */
export type JobField = keyof typeof writtenFields

/** Of these fields, what visitors read. */
const publicFields = {
  title: z.string(),
  jobType: z.enum(JOB_TYPES),
  location: z.string(),
  department: z.string().nullable(),
  salaryRange: z.string().nullable(),
  description: z.string(),
  requirements: z.string(),
  benefits: z.string().nullable(),
  status: z.enum(JOB_STATUSES),
  isActive: z.boolean(),
  ...readFactFields,
} satisfies Partial<Record<JobField, z.ZodType>>

/** The others, which only a signed-in admin reads. */
const internalFields = {
  internalJobCode: z.string().nullable(),
  projectCode: z.string().nullable(),
  questions: z.array(questionSchema),
} satisfies Record<Exclude<JobField, keyof typeof publicFields>, z.ZodType>

/** A posting as every visitor may read it (`spec.md` section 6). */
export const publicJobSchema = z.strictObject({
  id: idSchema,
  ...publicFields,
  askedQuestions: z.array(askedQuestionSchema).describe('What the application form asks, in this order'),
  createdAt: instantSchema,
  publishedAt: instantSchema.nullable().describe('When visitors could first see it; null while they never could'),
})

const adminOnly = {
  ...internalFields,
  closedDate: instantSchema.nullable(),
  clonedFromId: idSchema.nullable(),
  version: versionSchema,
}

/** A posting as a signed-in admin reads it. */
export const jobSchema = publicJobSchema.extend(adminOnly)

/** Body of a job read: the admin's fields are there for an admin only. */
export const readJobSchema = publicJobSchema.extend(z.object(adminOnly).partial().shape)

/** Query of `GET /api/jobs`. */
export const jobListQuerySchema = z.strictObject({ active: z.enum(['true', 'false']).optional() })

/** Query of `DELETE /api/admin/jobs/{id}`. */
export const jobDeletionQuerySchema = z.strictObject({
  version: numberTextSchema(MAX_ID)
    .optional()
    .describe('The version that was read; when another is stored, the response is 409 changed_meanwhile'),
})

/** Body of `POST /api/admin/jobs`; a clone also names the posting it was made from. */
export const jobCreateSchema = z
  .strictObject({ ...writtenFields, clonedFromId: idSchema.nullish() })
  .superRefine((job, context) => {
    for (const { path, message } of payFaults(job)) context.addIssue({ code: 'custom', path: [path], message })
  })

const jobChangesSchema = z.strictObject(writtenFields).partial()

/** Name of a field that an admin writes. */
export const jobFieldNameSchema = jobChangesSchema.keyof()

/** Body of `PATCH /api/admin/jobs/{id}`: any of the fields, at least one. */
export const jobUpdateSchema = jobChangesSchema
  .extend({ version: readVersionSchema })
  .refine(namesChange, 'Name at least one field to change')

/** A posting as every visitor may read it. */
export type PublicJob = z.output<typeof publicJobSchema>
/** A posting as an admin reads it. */
export type Job = z.output<typeof jobSchema>
/** Validated body of a new posting. */
export type JobCreate = z.output<typeof jobCreateSchema>
/** Validated changes to a posting. */
export type JobChanges = z.output<typeof jobChangesSchema>
/** Validated body of an edit: the changes, and the version that they were made to. */
export type JobUpdate = z.output<typeof jobUpdateSchema>
