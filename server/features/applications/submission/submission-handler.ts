import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { SubmissionReceipt } from '../../../../contract/applications/application.ts'
import type { ResumeKind } from '../../../../contract/applications/resume-kinds.ts'
import type { FileStoreName } from '../../../../contract/wire/file-store-names.ts'
import type { Today } from '../../../platform/calendar-day.ts'
import type { Clock } from '../../../platform/clock.ts'
import type { Commit } from '../../../platform/database/group-commit.ts'
import type { Db } from '../../../platform/database/tables.ts'
import type { StagedFile } from '../../../platform/file-stores/file-store.ts'
import { type FileStores, replicaStores } from '../../../platform/file-stores/file-stores.ts'
import type { NetworkBudget } from '../../../platform/http/network-budget.ts'
import type { NetworkShare } from '../../../platform/http/network-share.ts'
import { RequestError } from '../../../platform/http/request-error.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import type { FileValidator } from '../../../platform/uploads/file-types/file-validator.ts'
import {
  type FurtherFaults,
  type ReceivedForm,
  type ReceivedResume,
  receiveForm,
} from '../../../platform/uploads/receive-form.ts'
import { receivingMs } from '../../../platform/uploads/refusal-budget.ts'
import { downloadName } from '../../../platform/uploads/resume-name.ts'
import { scanUpload, type UploadScan } from '../../../platform/uploads/scan-upload.ts'
import type { UploadSlots } from '../../../platform/uploads/upload-slots.ts'
import type { MessageWriter } from '../../messages/queue-messages.ts'
import type { Receipts } from '../../receipts/receipts.ts'
import { createPrimaryStore, type PrimaryStore } from '../../resumes/primary-store.ts'
import { findApplicationByIdempotencyKey } from '../application-queries.ts'
import { formatResume } from './format-resume.ts'
import { findEarlierReceipt, fingerprint, type Submission, storeApplication } from './store-application.ts'
import type { ScannedResume } from './store-resume.ts'
import type { SubmissionLimit } from './submission-limit.ts'

/** What taking in a form needs, whichever form it is. */
export type SubmissionDependencies = {
  db: Db
  commit: Commit
  stores: FileStores
  messages: MessageWriter
  receipts: Receipts
  outbox: Outbox
  clock: Clock
  today: Today
  limit: SubmissionLimit
  shareOf: NetworkShare
  slots: UploadSlots
  validator: FileValidator
  /** What forms that are not stored have cost, by network. */
  refusals: NetworkBudget
  /** Null where no scanner is configured. */
  scan: UploadScan | null
  /** How long reading a form may take once all of it has come, in milliseconds. */
  parsingMs: number
}

/** What taking in an upload needs. */
export type UploadDependencies = Omit<SubmissionDependencies, 'messages' | 'receipts' | 'limit' | 'today'>

/** What tells the application form and the recovery form apart. */
export type SubmissionForm<Schema extends z.ZodType> = FurtherFaults & {
  schema: Schema
  kinds: readonly ResumeKind[]
  /** Turns validated fields into what is kept. */
  toSubmission(
    fields: z.output<Schema>,
    resume: ReceivedResume | undefined,
  ): Promise<
    Pick<Submission, 'applicant' | 'answers' | 'jobId' | 'needsOpenJob' | 'isSpam' | 'verifiedReceipt' | 'written'>
  >
}

/** A form that a browser sends by itself, without JavaScript. */
export type NativeForm = {
  /** Gets the fields as they were sent, also those of a refused form. */
  typed: Map<string, string>
  /** Makes the idempotency key, which such a form cannot send. */
  keyOf(contentHash: string): Promise<string>
}

/**
 * Takes in one form: limit, upload, validation, storage. Resolves once everything is durable.
 * @param native where the form was sent without JavaScript
 * @throws {RequestError} saying what to do; nothing is left behind
 */
export async function takeSubmission<Schema extends z.ZodType>(
  request: FastifyRequest,
  dependencies: SubmissionDependencies,
  form: SubmissionForm<Schema>,
  native?: NativeForm,
): Promise<SubmissionReceipt> {
  const { db, commit, messages, receipts, limit, shareOf, clock, today } = dependencies
  const sentKey = (request.headers['idempotency-key'] as string | undefined) ?? null
  // A native form is read first: its key is made from its content, and a refusal must show again what was typed.
  if (!native && !(await isStored(db, sentKey))) await limit.requireRoom(request.ip)
  const { schema, kinds, findFurtherFaults } = form
  const upload = { schema, kinds, findFurtherFaults, typed: native?.typed }
  return takeUpload(request, dependencies, upload, async (parts, { fields, resume }) => {
    const submitted = await form.toSubmission(fields, resume)
    const { applicant, written } = submitted
    const sent = written
      ? await parts.addResume(formatResume(applicant, written), downloadName('', 'txt', applicant.name))
      : resume
    const contentHash = fingerprint({ ...submitted, resume: sent })
    const idempotencyKey = native ? await native.keyOf(contentHash) : sentKey
    const submission = { ...submitted, idempotencyKey, contentHash }
    const countSubmission = (trx: Db) => limit.count(trx, request.ip)
    const storing = { db, commit, messages, receipts, countSubmission }
    // Before anything is scanned or saved, and also when the hour is used up.
    const earlier = await findEarlierReceipt(storing, submission)
    if (earlier) {
      await parts.discard()
      return earlier
    }
    if (native) await limit.requireRoom(request.ip)
    return storeApplication(
      { ...parts, ...storing, now: clock(), today, share: await shareOf(db, request.ip) },
      { ...submission, resume: await parts.scanned() },
    )
  })
}

async function isStored(db: Db, key: string | null): Promise<boolean> {
  return key !== null && (await findApplicationByIdempotencyKey(db, key)) !== undefined
}

/** What storing an upload takes. */
export type UploadParts = Pick<SubmissionDependencies, 'commit' | 'outbox'> & {
  primary: PrimaryStore
  /** Stores that get a replica of the resume. */
  replicateTo: readonly FileStoreName[]
  /** Takes a text that was written into the form in place of an uploaded file. */
  addResume(text: Buffer, originalName: string): Promise<ReceivedResume>
  /** Removes the temporary file of a form that is not stored, and counts what it has cost. */
  discard(): Promise<void>
  /** The resume, once the virus scanner has seen it. @throws {RequestError} when it is infected */
  scanned(): Promise<ScannedResume | undefined>
}

/**
 * Takes in an upload: a slot, the form, its validation. Resolves with what `store` returns.
 * @throws {RequestError} saying what to do; the temporary file is removed
 */
export async function takeUpload<Schema extends z.ZodType, Result>(
  request: FastifyRequest,
  { db, commit, stores, outbox, clock, slots, validator, refusals, scan, parsingMs }: UploadDependencies,
  upload: FurtherFaults & { schema: Schema; kinds: readonly ResumeKind[]; typed?: Map<string, string> | undefined },
  store: (parts: UploadParts, form: ReceivedForm<z.output<Schema>>) => Promise<Result>,
): Promise<Result> {
  const { incomingBody, ip } = request
  refusals.require(ip)
  using _slot = await slots.acquire(ip, incomingBody)
  let readingMs = 0
  const validate = async (file: StagedFile) => {
    const { validation, costMs } = await validator.validate(file, ip)
    readingMs += costMs
    return validation
  }
  const countCost = () => refusals.spend(ip, receivingMs(incomingBody?.bytes ?? 0) + readingMs)
  const signal = incomingBody?.handleAbort()
  let resume: ReceivedResume | undefined
  const removeFile = async () => {
    if (resume) await stores.local.discard(resume.file)
  }
  try {
    const form = await receiveForm(request, { store: stores.local, signal, parsingMs, validate, ...upload })
    resume = form.resume
    const parts: UploadParts = {
      commit,
      outbox,
      primary: createPrimaryStore({ db, stores, clock, log: request.log }),
      replicateTo: replicaStores(stores),
      addResume: async (text, originalName) => {
        resume = { file: await stores.local.stage(Readable.from([text])), kind: 'txt', originalName }
        return resume
      },
      discard: async () => {
        countCost()
        await removeFile()
      },
      scanned: async () => resume && { ...resume, scan: await scanUpload(scan, resume.file, request.log) },
    }
    return await store(parts, form)
  } catch (error) {
    // A fault of ours is not counted against its sender.
    if (error instanceof RequestError && error.status < 500) countCost()
    await removeFile()
    throw error
  }
}
