import {
  APPLICANT_FIELD_NAMES,
  type ApplicantField,
  shownLabel,
} from '../../../contract/applications/applicant-fields.ts'
import { withoutPrivateLink } from '../../../contract/messages/message-template.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { localTimeOf } from '../../platform/local-time.ts'
import { cleanFileName } from '../../platform/uploads/resume-name.ts'
import type { ZipWriter } from '../../platform/zip-stream.ts'
import { downloadResume } from '../applications/resumes/download-resume.ts'
import type { Services } from '../feature.ts'
import { listFiles } from '../resumes/resume-queries.ts'
import type { PageItem } from './person-page.ts'

/** What opens files, and records nothing: the export is recorded as a whole. */
export type ExportServices = Pick<Services, 'db' | 'stores' | 'clock' | 'log' | 'config'>

/** Longest part of a subject in the name of a file, in characters. */
const SUBJECT_LENGTH = 60

/** Day and time of an instant where the company is, such as `2026-03-02 14:30`. */
export function timeIn({ config }: Pick<Services, 'config'>): (instant: string) => string {
  return (instant) => {
    const { date, time } = localTimeOf(new Date(instant), config.company.timeZone)
    return `${date} ${time}`
  }
}

/**
 * Adds every version of the resume of an application. One that cannot be included is named with the reason.
 * @param folder of the archive, with its slash; empty for none
 * @returns a line for each, for the page
 */
export async function addResumes(
  zip: ZipWriter,
  services: ExportServices,
  { id, folder }: { id: number; folder: string },
): Promise<PageItem[]> {
  const items: PageItem[] = []
  for (const { version } of await listFiles(services.db, id)) {
    if (zip.isGone()) break
    const opened = await downloadResume(
      services,
      { by: null, id, now: services.clock() },
      { event: undefined, version },
    ).catch(reasonOf)
    if (opened instanceof RequestError) {
      items.push({ text: `Version ${version} is not included: ${opened.message}` })
      continue
    }
    const { resume, content } = opened
    const name = cleanFileName(`resume ${version}.${resume.kind}`)
    await zip.addFile(folder + name, { content, size: resume.size })
    items.push({ text: `${resume.original_name || name} (version ${version})`, path: folder + name })
  }
  return items
}

function reasonOf(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  throw error
}

/** A mail as it is given. */
export type GivenMail = { subject: string; body: string; at: string }

/**
 * Adds mails as text files, in the order given.
 * @param folder of the archive, with its slash
 * @returns a line for each, for the page
 */
export function addMails(
  zip: ZipWriter,
  services: Pick<Services, 'config'>,
  { mails, folder }: { mails: readonly GivenMail[]; folder: string },
): PageItem[] {
  const when = timeIn(services)
  return mails.map(({ subject, body, at }, index) => {
    const title = subject.replaceAll(/[/\\:*?"<>|]/g, ' ').slice(0, SUBJECT_LENGTH)
    const number = String(index + 1).padStart(3, '0')
    const path = folder + cleanFileName(`${number} ${at.slice(0, 10)} ${title.trim()}.txt`)
    zip.addText(path, `${subject}\n${when(at)}\n\n${withoutPrivateLink(body)}\n`)
    return { text: `${when(at)}: ${subject}`, path }
  })
}

/** What the applicant filled in, for the page. */
export function applicantFacts(given: Readonly<Record<ApplicantField, string | null>>): [string, string | null][] {
  return APPLICANT_FIELD_NAMES.map((field) => [shownLabel(field), given[field]])
}
