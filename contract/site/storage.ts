import * as z from 'zod'
import { FILE_STORES, REMOTE_STORES } from '../wire/file-store-names.ts'
import { instantSchema } from '../wire/validation.ts'

/** Response of the test of a remote store. */
export const storageTestSchema = z.strictObject({ connected: z.boolean(), message: z.string() })

/** Response of the test of a remote store. */
export type StorageTest = z.output<typeof storageTestSchema>

const count = z.int().min(0)

const fileStoreSchema = z.strictObject({
  isConfigured: z.boolean(),
  isPrimary: z.boolean().describe('Whether a new resume is stored there before its application is accepted'),
  stored: count.describe('Resumes with a whole file there'),
  waiting: count.describe('Resumes still to be copied there'),
  failed: count.describe('Not retried until a person has fixed what lastError names'),
})

/** The file stores, the replicas of resumes in them, and the background tasks. */
export const storageStatusSchema = z.strictObject({
  resumes: z.strictObject({
    total: count,
    missing: count.describe('Files that are not where they should be'),
    altered: count.describe('Files whose content is not what was received'),
    lost: count.describe('Resumes without a whole file in any store'),
  }),
  stores: z.record(z.enum(FILE_STORES), fileStoreSchema),
  replicas: z.strictObject({
    waiting: count,
    failed: count,
    oldestWaiting: instantSchema.nullable().describe('When the application came in that has waited longest'),
    lastError: z
      .strictObject({ store: z.enum(REMOTE_STORES), message: z.string(), at: instantSchema })
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
      .describe('Of the longest waiting one that has failed and is tried again, replicas apart'),
  }),
  check: z
    .strictObject({
      startedAt: instantSchema,
      finishedAt: instantSchema.nullable(),
      total: count,
      checked: count,
      lastError: z.string().nullable().describe('Why it makes no progress; null once it does, or has ended'),
    })
    .nullable()
    .describe('The latest check of all files; under way while finishedAt is null'),
})

/** The file stores, the replicas of resumes in them, and the background tasks. */
export type StorageStatus = z.output<typeof storageStatusSchema>
/** One file store. */
export type FileStoreStatus = z.output<typeof fileStoreSchema>
