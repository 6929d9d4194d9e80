import type { FastifyRequest } from 'fastify'
import type { Transaction } from 'kysely'
import { replacedResumeSchema } from '../../../contract/applications/my-application.ts'
import { kindsOf } from '../../../contract/applications/resume-kinds.ts'
import { RESUME_VERSIONS } from '../../../contract/wire/limits.ts'
import type { ResumeRow, Tables } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { openUpload } from '../../platform/uploads/open-upload.ts'
import { type ReceivedResume, receiveForm } from '../../platform/uploads/receive-form.ts'
import { scanUpload } from '../../platform/uploads/scan-upload.ts'
import { forgetResumeText } from '../applications/resumes/extract-resume-text.ts'
import type { ApplicationWithResume } from '../applications/stored/application-queries.ts'
import { insertReceived, wakeOutbox } from '../applications/submission/store-resume.ts'
import type { Services } from '../feature.ts'
import { savePrimary } from '../resumes/primary-store.ts'
import { findCurrentResume, markReplaced } from '../resumes/resume-queries.ts'
import { lockLinked, requireLink, requireNotWithdrawn, updateLinked } from './change-my-application.ts'
import { listSentMessages } from './my-application-queries.ts'
import { readStage } from './read-my-application.ts'

const FORM = { schema: replacedResumeSchema, kinds: kindsOf('application') }

/**
 * Replaces the resume of the application that a token opens. The earlier version stays for admins. The same checks,
 * limits and durability as for an application, and counted with the forms of the same network; a repeated upload of the
 * current file changes nothing.
 * @throws {RequestError} for an invalid link before the body is read, and saying what to do
 */
export async function replaceResume(services: Services, request: FastifyRequest, token: string): Promise<void> {
  const { db, commit, stores, scan, submissionLimit, clock, shareOf } = services
  const { ip, log } = request
  await requireLink(db, token, clock())
  await submissionLimit.requireRoom(ip)
  await using upload = await openUpload(services, request)
  try {
    const { resume: received } = await receiveForm(request, upload, FORM)
    if (!received) throw new RequestError('resume_missing', 'Please select a resume file')
    const resume = { ...received, scan: await scanUpload(scan, received.file, log) }
    await using saved = await savePrimary(services, resume, log)
    const isReplaced = await commit(async (trx) => {
      const now = clock()
      const before = await lockLinked(trx, token, now)
      await requireReplaceable(trx, before, now)
      const current = await findCurrentResume(trx, before.id)
      if (current && isSameFile(current, resume)) return false
      const version = await replaceCurrent(trx, current, now)
      const share = await shareOf(trx, ip)
      await insertReceived(trx, stores, { applicationId: before.id, version, resume, saved, now, share })
      await forgetResumeText(trx, before.id)
      await updateLinked(trx, before, {}, now, 'resume_replaced')
      await submissionLimit.count(trx, ip)
      await saved.confirm(trx)
      return true
    }).catch(saved.failed)
    if (!isReplaced) return
    upload.accept()
    wakeOutbox(services, resume)
  } catch (error) {
    upload.failed(error)
  }
}

/** A decision counts once the applicant sees it, so that a refusal to replace the file does not tell it early. */
async function requireReplaceable(trx: Transaction<Tables>, row: ApplicationWithResume, now: Date): Promise<void> {
  requireNotWithdrawn(row)
  if ((await readStage(trx, row, await listSentMessages(trx, row.id), now)) !== 'decided') return
  throw new RequestError('invalid_request', 'Your application is decided, so its resume cannot be replaced any more.')
}

/** Marks the current version as an earlier one. @returns the number of the next version */
async function replaceCurrent(trx: Transaction<Tables>, current: ResumeRow | undefined, now: Date): Promise<number> {
  if (!current) return 1
  if (current.version >= RESUME_VERSIONS) {
    const message = `You have replaced your resume ${RESUME_VERSIONS - 1} times. We cannot keep more versions of it.`
    throw new RequestError('invalid_request', message)
  }
  await markReplaced(trx, current.id, now)
  return current.version + 1
}

function isSameFile({ sha256, original_name }: ResumeRow, { file, originalName }: ReceivedResume): boolean {
  return sha256 === file.sha256 && original_name === originalName
}
