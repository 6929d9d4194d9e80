import * as z from 'zod'
import { instantSchema } from './validation.ts'

/** Response of the cloud-drive test (`spec.md` sections 3 and 7). */
export const storageTestSchema = z.strictObject({ connected: z.boolean(), message: z.string() })

/** Response of the cloud-drive test. */
export type StorageTest = z.output<typeof storageTestSchema>

const count = z.int().min(0)

/** Where the resumes are, and how it stands with them. */
export const storageStatusSchema = z.strictObject({
  resumes: z.strictObject({
    total: count,
    local: count.describe('With a sound file on this server'),
    cloud: count.describe('With a sound copy in the cloud drive'),
    missing: count.describe('Files that are not where they should be'),
    altered: count.describe('Files whose content is not what was received'),
    lost: count.describe('Resumes with no sound file anywhere'),
  }),
  copies: z.strictObject({
    isConfigured: z.boolean().describe('Whether resumes are copied to a cloud drive'),
    waiting: count,
    oldestWaiting: instantSchema.nullable().describe('When the application came in that has waited longest'),
    failed: count.describe('Not retried until a person has fixed what lastError names'),
    lastError: z
      .strictObject({ place: z.enum(['s3', 'google-drive']), message: z.string(), at: instantSchema })
      .nullable()
      .describe('Of one that has failed, else of one that waits'),
  }),
  tasks: z.strictObject({
    open: count,
    oldest: instantSchema.nullable(),
    mostAttempts: count,
    lastError: z
      .string()
      .nullable()
      .describe('Of the longest waiting one that has failed and is tried again, copies apart'),
  }),
  s3: z
    .strictObject({
      isConfigured: z.boolean(),
      isHome: z.boolean().describe('Whether a new resume is stored there, not on a server'),
      stored: count.describe('With a sound file there'),
      waiting: count,
      failed: count,
    })
    .optional()
    .describe('The S3 bucket; absent where none is or was configured'),
  check: z
    .strictObject({
      startedAt: instantSchema,
      finishedAt: instantSchema.nullable(),
      total: count,
      checked: count,
      lastError: z.string().nullable().describe('Why it does not get on; null once it does, or has ended'),
    })
    .nullable()
    .describe('The latest check of all files; under way while finishedAt is null'),
})

/** Where the resumes are, and how it stands with them. */
export type StorageStatus = z.output<typeof storageStatusSchema>
