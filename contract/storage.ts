import * as z from 'zod'
import { instantSchema } from './validation.ts'

/** Response of the cloud-drive test (`spec.md` sections 3 and 7). */
export const storageTestSchema = z.strictObject({ connected: z.boolean(), message: z.string() })

/** Response of the cloud-drive test. */
export type StorageTest = z.output<typeof storageTestSchema>

const count = z.int().min(0)

/** The stores of the resumes and the state of their files. */
export const storageStatusSchema = z.strictObject({
  resumes: z.strictObject({
    total: count,
    local: count.describe('With an intact file on this server'),
    drive: count.describe('With an intact replica in Google Drive'),
    missing: count.describe('Files missing from their store'),
    altered: count.describe('Files whose content is not what was received'),
    lost: count.describe('Resumes without an intact file in any store'),
  }),
  replicas: z.strictObject({
    isConfigured: z.boolean().describe('Whether resumes are replicated to Google Drive'),
    waiting: count,
    oldestWaiting: instantSchema.nullable().describe('When the application arrived that has waited longest'),
    failed: count.describe('Not retried until a person has fixed what lastError names'),
    lastError: z
      .strictObject({ store: z.enum(['s3', 'google-drive']), message: z.string(), at: instantSchema })
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
      .describe('Of the longest waiting one that has failed and is tried again, without replication tasks'),
  }),
  s3: z
    .strictObject({
      isConfigured: z.boolean(),
      isPrimary: z.boolean().describe('Whether it is the primary store, which takes new resumes'),
      stored: count.describe('With an intact file there'),
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
      lastError: z.string().nullable().describe('Why it is stalled; null once it continues or has ended'),
    })
    .nullable()
    .describe('The latest check of all files; under way while finishedAt is null'),
})

/** The stores of the resumes and the state of their files. */
export type StorageStatus = z.output<typeof storageStatusSchema>
