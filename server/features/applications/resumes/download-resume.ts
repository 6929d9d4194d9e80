import type { Readable } from 'node:stream'
import type { Kysely } from 'kysely'
import type { ApplicationEvent } from '../../../../contract/applications/history.ts'
import { isDatabaseUnavailable } from '../../../platform/database/constraints.ts'
import type { Db, ResumeRow, Tables } from '../../../platform/database/tables.ts'
import { RequestError } from '../../../platform/http/request-error.ts'
import { type Action, recordAction } from '../../audit/audit-queries.ts'
import type { Services } from '../../feature.ts'
import { openResume } from '../../resumes/open-resume.ts'
import { findCurrentResume, findResumeVersion } from '../../resumes/resume-queries.ts'
import { applicationGone, findApplication } from '../stored/application-queries.ts'

/** A resume that is open for reading, with the name of its applicant. */
export type OpenedResume = { resume: ResumeRow; applicant: string; content: Readable }

/** Who reads which resume, and when; null for the applicant. */
type Reading = Omit<Action, 'by'> & { by: Action['by'] | null }

/** What the audit trail says of a file that is sent: a person opens it, or the browser may show it next. */
type ReadingEvent = Extract<ApplicationEvent['action'], 'resume_downloaded' | 'resume_prefetched'>

/**
 * Opens the resume of an application and records the download. Downloads continue while the disk is full; the log then has
 * the entry instead.
 * @param options.event undefined for HEAD, whose response has no file and is no download
 * @param options.version of the resume; the current one without it
 * @throws {RequestError} `not_found`, `resume_not_found`, or `infected` where a virus was found in it
 */
export async function downloadResume(
  services: Pick<Services, 'db' | 'stores' | 'clock' | 'log'>,
  action: Reading,
  { event, version }: { event: ReadingEvent | undefined; version?: number | undefined },
): Promise<OpenedResume> {
  const { resume, applicant } = await requireResume(services.db, action.id, version)
  const content = await openResume(services, resume)
  if (!content) throw resumeNotFound()
  if (event) {
    await recordReading(services.db, action, event).catch((error) => {
      if (!isDatabaseUnavailable(error)) {
        content.destroy()
        throw error
      }
      const entry = { account: action.by?.id ?? null, application: action.id, action: event }
      services.log.error(entry, 'an entry of the audit trail could not be stored')
    })
  }
  return { resume, applicant, content }
}

/**
 * The current resume of an application, or another version of it, and the name of its applicant.
 * @throws {RequestError} `not_found`, `resume_not_found`, or `infected` where a virus was found in it
 */
export async function requireResume(
  db: Db,
  applicationId: number,
  version?: number,
): Promise<Omit<OpenedResume, 'content'>> {
  const application = await findApplication(db, applicationId)
  if (!application) throw applicationGone()
  const resume = await (version === undefined
    ? findCurrentResume(db, applicationId)
    : findResumeVersion(db, applicationId, version))
  if (!resume) throw resumeNotFound()
  if (resume.scan === 'infected') throw infected()
  return { resume, applicant: application.name }
}

/** Records that a resume was read. */
export function recordReading(db: Kysely<Tables>, action: Reading, event: ReadingEvent): Promise<void> {
  const occurrence = { ...action, subject: 'application', event: { action: event } } as const
  return db.transaction().execute((trx) => recordAction(trx, occurrence))
}

function resumeNotFound(): RequestError {
  return new RequestError('resume_not_found', 'Resume file not found on server')
}

function infected(): RequestError {
  return new RequestError('infected', 'A virus was found in this resume, so it cannot be downloaded.')
}
