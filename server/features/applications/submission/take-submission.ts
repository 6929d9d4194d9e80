import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type * as z from 'zod'
import type { SubmissionReceipt } from '../../../../contract/applications/application.ts'
import type { WrittenResume } from '../../../../contract/applications/written-resume.ts'
import { isUniqueViolation } from '../../../platform/database/constraints.ts'
import { openUpload } from '../../../platform/uploads/open-upload.ts'
import { type FormRules, type ReceivedResume, receiveForm } from '../../../platform/uploads/receive-form.ts'
import { downloadName } from '../../../platform/uploads/resume-name.ts'
import { scanUpload } from '../../../platform/uploads/scan-upload.ts'
import type { Services } from '../../feature.ts'
import { findApplicationByIdempotencyKey } from '../stored/application-queries.ts'
import { fingerprint, receiptOfEarlier } from './earlier-attempt.ts'
import { formatResume } from './format-resume.ts'
import { type Submission, storeApplication } from './store-application.ts'

/** What tells the application form and the recovery form apart. */
export type SubmissionForm<Schema extends z.ZodType> = FormRules<Schema> & {
  /** Turns validated fields into what is kept, and what was written in place of a file. */
  toSubmission(
    fields: z.output<Schema>,
    resume: ReceivedResume | undefined,
  ): Promise<Omit<Submission, 'resume' | 'idempotencyKey' | 'contentHash'> & { written: WrittenResume | null }>
}

/** A form that a browser sends by itself, without JavaScript. */
export type FormWithoutScript = {
  /** Gets the fields as they were sent, also those of a refused form. */
  typed: Map<string, string>
  /** Makes the idempotency key, which such a form cannot send. */
  keyOf(contentHash: string): Promise<string>
  /** The source in the address of its page. */
  source: string | null
}

/**
 * Takes in one form: limit, upload, validation, storage. Resolves once everything is durable.
 * @param withoutScript where the form was sent without JavaScript
 * @throws {RequestError} saying what to do; nothing is left behind
 */
export async function takeSubmission<Schema extends z.ZodType>(
  request: FastifyRequest,
  services: Services,
  form: SubmissionForm<Schema>,
  withoutScript?: FormWithoutScript,
): Promise<SubmissionReceipt> {
  const { db, submissionLimit, scan } = services
  const sentKey = (request.headers['idempotency-key'] as string | undefined) ?? null
  // A form without JavaScript is read first: its key is made from its content, and a refusal must show again what was typed.
  const sentEarlier = withoutScript ? undefined : await findApplicationByIdempotencyKey(db, sentKey)
  if (!withoutScript && !sentEarlier) await submissionLimit.requireRoom(request.ip)
  await using upload = await openUpload(services, request)
  try {
    const received = await receiveForm(request, upload, form, withoutScript?.typed)
    const { written, ...submitted } = await form.toSubmission(received.fields, received.resume)
    const { name } = submitted.applicant
    const resume: ReceivedResume | undefined = written
      ? {
          file: await upload.stage(Readable.from([formatResume(submitted.applicant, written)])),
          kind: 'txt',
          originalName: downloadName('', 'txt', name),
        }
      : received.resume
    const contentHash = fingerprint(submitted, resume)
    const idempotencyKey = withoutScript ? await withoutScript.keyOf(contentHash) : sentKey
    // Before anything is scanned or saved, and also when the hour is used up.
    const earlier = withoutScript ? await findApplicationByIdempotencyKey(db, idempotencyKey) : sentEarlier
    const repeat = { address: request.ip, contentHash }
    if (earlier) return await receiptOfEarlier(services, earlier, repeat)
    if (withoutScript) await submissionLimit.requireRoom(request.ip)
    const scanned = resume && { ...resume, scan: await scanUpload(scan, resume.file, request.log) }
    const source = submitted.source ?? withoutScript?.source ?? null
    const submission = { ...submitted, source, idempotencyKey, contentHash, resume: scanned }
    const receipt = await storeApplication(services, request, submission).catch(async (error) => {
      // The same form may have been stored since, when it was sent twice at once.
      const stored = isUniqueViolation(error) && (await findApplicationByIdempotencyKey(db, idempotencyKey))
      if (!stored) throw error
      return receiptOfEarlier(services, stored, repeat)
    })
    upload.accept()
    return receipt
  } catch (error) {
    return upload.failed(error)
  }
}
