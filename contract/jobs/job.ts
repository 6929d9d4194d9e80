import * as z from 'zod'
import { interviewChoiceSchema } from '../interviews/interview-choice.ts'
import { MAX_ID } from '../wire/limits.ts'
import {
  idSchema,
  instantSchema,
  namesChange,
  numberTextSchema,
  readVersionSchema,
  versionSchema,
} from '../wire/validation.ts'
import { payFaults } from './job-facts.ts'
import { pickFields, readFields, writtenFields } from './job-schemas.ts'
import { type InternalField, JOB_FIELD_NAMES, type JobField, jobFieldOf } from './posting-fields.ts'
import { askedQuestionSchema } from './question.ts'

const isInternal = (field: JobField): field is InternalField => jobFieldOf(field).isInternal === true
const isPublic = (field: JobField): field is Exclude<JobField, InternalField> => !isInternal(field)

/** A posting as every visitor may read it. */
export const publicJobSchema = z.strictObject({
  id: idSchema,
  ...pickFields(JOB_FIELD_NAMES.filter(isPublic), readFields),
  askedQuestions: z.array(askedQuestionSchema).describe('What the application form asks, in this order'),
  createdAt: instantSchema,
  publishedAt: instantSchema.nullable().describe('When visitors could first see it; null while they never could'),
})

const adminOnly = {
  ...pickFields(JOB_FIELD_NAMES.filter(isInternal), readFields),
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
  .extend({ version: readVersionSchema, interviews: interviewChoiceSchema })
  .refine(namesChange, 'Name at least one field to change')

/** Response of `PATCH /api/admin/jobs/{id}`. */
export const changedJobSchema = jobSchema.extend({
  changeId: idSchema
    .optional()
    .describe(
      'After filling that has cancelled interviews: names that in a request to undo it (`POST /api/admin/application-changes/{id}/undo`)',
    ),
})

/** A posting as every visitor may read it. */
export type PublicJob = z.output<typeof publicJobSchema>
/** A posting as an admin reads it. */
export type Job = z.output<typeof jobSchema>
/** A posting after a change. */
export type ChangedJob = z.output<typeof changedJobSchema>
/** Validated body of a new posting. */
export type JobCreate = z.output<typeof jobCreateSchema>
/** Validated changes to a posting. */
export type JobChanges = z.output<typeof jobChangesSchema>
/** Validated body of an edit: the changes, and the version that they were made to. */
export type JobUpdate = z.output<typeof jobUpdateSchema>
