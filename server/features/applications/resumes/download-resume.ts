import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Kysely } from 'kysely'
import type { ApplicationEvent } from '../../../../contract/history.ts'
import type { Clock } from '../../../platform/clock.ts'
import { isDatabaseUnavailable } from '../../../platform/database/constraints.ts'
import type { Db, ResumeRow, Tables } from '../../../platform/database/tables.ts'
import type { FileStores } from '../../../platform/file-stores/file-stores.ts'
import { RequestError } from '../../../platform/http/request-error.ts'
import { type Action, recordAction } from '../../audit/audit-queries.ts'
import { openResume } from '../../resumes/open-resume.ts'
import { findResume } from '../../resumes/resume-queries.ts'
import { findApplication } from '../application-queries.ts'
import { applicationGone } from '../changes/change-application.ts'

/** What reading a resume takes. */
export type DownloadParts = {
  db: Kysely<Tables>
  stores: FileStores
  clock: Clock
  log: FastifyBaseLogger
}

/** A resume that is open for reading, with the name of its applicant. */
export type OpenedResume = { resume: ResumeRow; applicant: string; content: Readable }

/** What the audit trail says of a file that is sent: a person opens it, or the browser may show it next. */
export type DownloadEvent = Extract<ApplicationEvent['action'], 'resume_downloaded' | 'resume_prefetched'>

/**
 * Opens the resume of an application and records the download.
 * @param event undefined for HEAD, whose response has no file and is no download
 * @throws {RequestError} `not_found`, `resume_not_found`, or `infected` where a virus was found in it
 */
export async function downloadResume(
  dependencies: DownloadParts,
  action: Action,
  event: DownloadEvent | undefined,
): Promise<OpenedResume> {
  const { db, log } = dependencies
  const { resume, applicant } = await requireResume(db, action.id)
  const content = await openResume(dependencies, resume)
  if (!content) throw resumeNotFound()
  if (event) await recordDownload(db, action, content, log, event)
  return { resume, applicant, content }
}

/**
 * The resume of an application, and the name of its applicant.
 * @throws {RequestError} `not_found`, `resume_not_found`, or `infected` where a virus was found in it
 */
export async function requireResume(db: Db, applicationId: number): Promise<Omit<OpenedResume, 'content'>> {
  const application = await findApplication(db, applicationId)
  if (!application) throw applicationGone()
  const resume = await findResume(db, applicationId)
  if (!resume) throw resumeNotFound()
  if (resume.scan === 'infected') throw infected()
  return { resume, applicant: application.name }
}

/**
 * Records a download. Downloads continue while the disk is full; the log then has the entry instead.
 * @param content the opened file, which is closed when it must not be sent
 */
export async function recordDownload(
  db: Kysely<Tables>,
  { by, id, now }: Action,
  content: Readable,
  log: Pick<FastifyBaseLogger, 'error'>,
  actionName: DownloadEvent = 'resume_downloaded',
): Promise<void> {
  // A file that fails before the response listens would end the process; the response then finds it failed.
  content.on('error', () => undefined)
  const event = { action: actionName }
  await db
    .transaction()
    .execute((trx) => recordAction(trx, { by, now, id, subject: 'application', event }))
    .catch((error) => {
      if (!isDatabaseUnavailable(error)) {
        content.destroy()
        throw error
      }
      log.error({ account: by.id, application: id, ...event }, 'an entry of the audit trail could not be stored')
    })
}

/** Records that a person opened a resume that the browser had prefetched. @throws {RequestError} as {@link requireResume} */
export async function recordOpening(db: Kysely<Tables>, action: Action): Promise<void> {
  await requireResume(db, action.id)
  const event = { action: 'resume_downloaded' } as const
  await db.transaction().execute((trx) => recordAction(trx, { ...action, subject: 'application', event }))
}

function resumeNotFound(): RequestError {
  return new RequestError('resume_not_found', 'Resume file not found on server')
}

function infected(): RequestError {
  return new RequestError('infected', 'A virus was found in this resume, so it cannot be downloaded.')
}
