import * as z from 'zod'
import { MAXIMUM } from './limits.ts'
import {
  idSchema,
  instantSchema,
  namesChange,
  optionalLine,
  optionalText,
  readVersionSchema,
  requiredLine,
  requiredText,
  versionSchema,
} from './validation.ts'
import { JOB_STATUSES, JOB_TYPES } from './vocabulary.ts'

/** A posting as every visitor may read it (`spec.md` section 3, visibility in section 6). */
const publicJobSchema = z.strictObject({
  id: idSchema,
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
  createdAt: instantSchema,
})

/** A posting with everything only a signed-in admin sees. */
export const jobSchema = publicJobSchema.extend({
  internalJobCode: z.string().nullable(),
  projectCode: z.string().nullable(),
  closedDate: instantSchema.nullable(),
  clonedFromId: idSchema.nullable(),
  version: versionSchema,
})

/** What a job read answers: the admin's fields are there for an admin only. */
export const readJobSchema = publicJobSchema.extend(
  jobSchema
    .pick({ internalJobCode: true, projectCode: true, closedDate: true, clonedFromId: true, version: true })
    .partial().shape,
)

/** Query of `GET /api/jobs`. */
export const jobListQuerySchema = z.strictObject({ active: z.enum(['true', 'false']).optional() })

const jobFields = {
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
}

/** Body of `POST /api/admin/jobs`; a clone also names the posting it was made from. */
export const jobCreateSchema = z.strictObject({ ...jobFields, clonedFromId: idSchema.nullish() })

const jobChangesSchema = z.strictObject(jobFields).partial()

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
