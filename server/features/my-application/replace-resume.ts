import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { replacedResumeSchema } from '../../../contract/applications/my-application.ts'
import { APPLICATION_RESUME_KINDS } from '../../../contract/applications/resume-kinds.ts'
import { RESUME_VERSIONS } from '../../../contract/wire/limits.ts'
import type { ResumeRow, Tables } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import type { ApplicationWithResume } from '../applications/application-queries.ts'
import { forgetResumeText } from '../applications/resumes/extract-resume-text.ts'
import {
  commitWithFile,
  insertReceived,
  type ScannedResume,
  wakeOutbox,
} from '../applications/submission/store-resume.ts'
import { takeUpload, type UploadDependencies } from '../applications/submission/submission-handler.ts'
import type { SubmissionLimit } from '../applications/submission/submission-limit.ts'
import type { StoredFile } from '../resumes/primary-store.ts'
import { findCurrentResume, markReplaced } from '../resumes/resume-queries.ts'
import { lockLinked, requireLink, requireNotWithdrawn, updateLinked } from './change-my-application.ts'
import { listSentMessages } from './my-application-queries.ts'
import { readStage } from './read-my-application.ts'

/** What replacing a resume needs. `limit` counts it with the application forms of the same network. */
export type ResumeReplacing = UploadDependencies & { limit: SubmissionLimit }

const FORM = { schema: replacedResumeSchema, kinds: APPLICATION_RESUME_KINDS }

/** Ends the transaction of a repeated upload without a change. */
class AlreadyCurrent extends Error {}

/**
 * Replaces the resume of the application that a token opens. The earlier version stays for admins. The same checks,
 * limits and durability as for an application; a repeated upload of the current file changes nothing.
 * @throws {RequestError} for an invalid link before the body is read, and saying what to do
 */
export async function replaceResume(replacing: ResumeReplacing, request: FastifyRequest, token: string): Promise<void> {
  const { db, limit, clock, shareOf } = replacing
  await requireLink(db, token, clock())
  await limit.requireRoom(request.ip)
  await takeUpload(request, replacing, FORM, async (parts, { resume }) => {
    if (!resume) throw new RequestError('resume_missing', 'Please select a resume file')
    const scanned = { ...resume, scan: (await parts.scanned())?.scan ?? null }
    const { replicateTo, outbox } = parts
    const replace = async (trx: Transaction<Tables>, saved: StoredFile | undefined) => {
      if (!saved) return
      const now = clock()
      const before = await lockLinked(trx, token, now)
      await requireReplaceable(trx, before, now)
      const version = await replaceCurrent(trx, before, scanned, now)
      const share = await shareOf(trx, request.ip)
      const applicationId = before.id
      await insertReceived(trx, { applicationId, version, resume: scanned, saved, replicateTo, now, share })
      await forgetResumeText(trx, before.id)
      await updateLinked(trx, before, {}, now, 'resume_replaced')
      await limit.count(trx, request.ip)
    }
    try {
      await commitWithFile(parts, scanned, replace)
    } catch (error) {
      if (error instanceof AlreadyCurrent) return parts.discard()
      throw error
    }
    wakeOutbox(outbox, scanned, replicateTo)
  })
}

/** A decision counts once the applicant sees it, so that a refusal to replace the file does not tell it early. */
async function requireReplaceable(trx: Transaction<Tables>, row: ApplicationWithResume, now: Date): Promise<void> {
  requireNotWithdrawn(row)
  if ((await readStage(trx, row, await listSentMessages(trx, row.id), now)) !== 'decided') return
  throw new RequestError('invalid_request', 'Your application is decided, so its resume cannot be replaced any more.')
}

/** Marks the current version as an earlier one. @returns the number of the next version */
async function replaceCurrent(
  trx: Transaction<Tables>,
  { id }: ApplicationWithResume,
  next: ScannedResume,
  now: Date,
): Promise<number> {
  const current = await findCurrentResume(trx, id)
  if (!current) return 1
  if (isSameFile(current, next)) throw new AlreadyCurrent()
  if (current.version >= RESUME_VERSIONS) {
    const message = `You have replaced your resume ${RESUME_VERSIONS - 1} times. We cannot keep more versions of it.`
    throw new RequestError('invalid_request', message)
  }
  await markReplaced(trx, current.id, now)
  return current.version + 1
}

function isSameFile({ sha256, original_name }: ResumeRow, { file, originalName }: ScannedResume): boolean {
  return sha256 === file.sha256 && original_name === originalName
}
