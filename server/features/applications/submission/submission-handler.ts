import type { FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { SubmissionReceipt } from '../../../../contract/application.ts'
import type { ResumeKind } from '../../../../contract/vocabulary.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Commit } from '../../../platform/database/group-commit.ts'
import type { Db } from '../../../platform/database/tables.ts'
import { type FileStores, replicaStores } from '../../../platform/file-stores/file-stores.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import { receiveForm } from '../../../platform/uploads/receive-form.ts'
import { scanUpload, type UploadScan } from '../../../platform/uploads/scan-upload.ts'
import type { UploadSlots } from '../../../platform/uploads/upload-slots.ts'
import { createPrimaryStore } from '../../resumes/primary-store.ts'
import { findApplicationByIdempotencyKey } from '../application-queries.ts'
import { type Submission, storeApplication } from './store-application.ts'
import type { SubmissionLimit } from './submission-limit.ts'

/** What taking in a form needs, whichever form it is. */
export type SubmissionDependencies = {
  db: Db
  commit: Commit
  stores: FileStores
  outbox: Outbox
  clock: Clock
  limit: SubmissionLimit
  slots: UploadSlots
  /** Null where no scanner is configured. */
  scan: UploadScan | null
  /** How long reading a form may take once all of it has come, in milliseconds. */
  parsingMs: number
}

/** What tells the application form and the recovery form apart. */
export type SubmissionForm<Schema extends z.ZodType> = {
  schema: Schema
  kinds: readonly ResumeKind[]
  /** Turns validated fields into what is kept. */
  toSubmission(
    fields: z.output<Schema>,
    hasResume: boolean,
  ): Promise<Pick<Submission, 'applicant' | 'jobId' | 'needsOpenJob' | 'isSpam'>>
}

/**
 * Takes in one form: limit, upload, validation, storage. Resolves once everything is durable.
 * @throws {RequestError} saying what to do; nothing is left behind
 */
export async function takeSubmission<Schema extends z.ZodType>(
  request: FastifyRequest,
  { db, commit, stores, outbox, clock, limit, slots, scan, parsingMs }: SubmissionDependencies,
  form: SubmissionForm<Schema>,
): Promise<SubmissionReceipt> {
  const idempotencyKey = (request.headers['idempotency-key'] as string | undefined) ?? null
  // A retry of what is stored already gets its receipt, however many forms came from that address since.
  const isRetry = idempotencyKey !== null && (await findApplicationByIdempotencyKey(db, idempotencyKey)) !== undefined
  if (!isRetry) await limit.requireRoom(request.ip)
  const { incomingBody } = request
  using _slot = await slots.acquire(request.ip, incomingBody)
  const signal = incomingBody?.handleAbort()
  const { fields, resume } = await receiveForm(request, {
    store: stores.local,
    signal,
    parsingMs,
    schema: form.schema,
    kinds: form.kinds,
  })
  try {
    const submission = await form.toSubmission(fields, resume !== undefined)
    const scanned = resume && { ...resume, scan: await scanUpload(scan, resume.file, request.log) }
    const primary = createPrimaryStore({ db, stores, clock, log: request.log })
    const replicateTo = replicaStores(stores)
    return await storeApplication(
      {
        db,
        commit,
        primary,
        now: clock(),
        replicateTo,
        outbox,
        countSubmission: (trx) => limit.count(trx, request.ip),
      },
      { ...submission, resume: scanned, idempotencyKey },
    )
  } catch (error) {
    if (resume) await stores.local.discard(resume.file)
    throw error
  }
}
