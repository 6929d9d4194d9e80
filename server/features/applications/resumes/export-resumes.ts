import type { Readable } from 'node:stream'
import {
  APPLICANT_FIELD_NAMES,
  type ApplicantField,
  PERSON_FIELDS,
  shownLabel,
} from '../../../../contract/applications/applicant-fields.ts'
import type { Application } from '../../../../contract/applications/application.ts'
import { formatReference } from '../../../../contract/wire/reference.ts'
import { RequestError } from '../../../platform/http/request-error.ts'
import { referenceName } from '../../../platform/uploads/resume-name.ts'
import { type ZipWriter, zipStream } from '../../../platform/zip-stream.ts'
import type { Actor } from '../../audit/audit-queries.ts'
import type { Services } from '../../feature.ts'
import { presentApplication } from '../stored/application-presenter.ts'
import { findApplications } from '../stored/application-queries.ts'
import { downloadResume } from './download-resume.ts'

/** Name of the file in the archive that names the resumes left out. */
const LEFT_OUT_FILE = 'NOT INCLUDED.txt'

/** Every applicant has these. */
const ALWAYS_GIVEN: readonly ApplicantField[] = PERSON_FIELDS

/**
 * The resumes of applications as one ZIP archive. Each is recorded as a download. What the
 * applicant wrote into the form is a text file beside it. A resume that was not sent, is infected, lost or out of reach is
 * named in {@link LEFT_OUT_FILE} instead.
 * @returns a stream that ends early with an error when a file cannot be read to its end
 */
export function exportResumes(
  services: Pick<Services, 'db' | 'stores' | 'clock' | 'log'>,
  by: Actor,
  ids: readonly number[],
): Promise<Readable> {
  return zipStream(services.clock, (zip) => addResumes(zip, services, { by, ids }))
}

async function addResumes(
  zip: ZipWriter,
  services: Pick<Services, 'db' | 'stores' | 'clock' | 'log'>,
  { by, ids }: { by: Actor; ids: readonly number[] },
): Promise<void> {
  const leftOut: string[] = []
  const applications = new Map(
    (await findApplications(services.db, [...ids])).map((row) => [row.id, presentApplication(row)]),
  )
  for (const id of ids) {
    if (zip.isGone()) return
    const application = applications.get(id)
    const details = application && formatDetails(application)
    if (application && details !== undefined)
      zip.addText(referenceName(`${formatReference('APP', id)} details`, application.name, 'txt'), details)
    const opened = await downloadResume(
      services,
      { by, id, now: services.clock() },
      { event: 'resume_downloaded' },
    ).catch(reasonOf)
    if (opened instanceof RequestError) {
      const nameParts = [formatReference('APP', id), application?.name].filter(Boolean)
      leftOut.push(`${nameParts.join(' ')}: ${opened.message}`)
      continue
    }
    const { content, resume, applicant } = opened
    const name = referenceName(formatReference('APP', id), applicant, resume.kind)
    await zip.addFile(name, { content, size: resume.size })
  }
  if (leftOut.length > 0) zip.addText(LEFT_OUT_FILE, `${leftOut.join('\r\n')}\r\n`)
}

function reasonOf(error: unknown): RequestError {
  if (error instanceof RequestError) return error
  throw error
}

/**
 * What the applicant wrote into the form beside the resume, as a text file.
 * @returns undefined where there is nothing but name, email and phone
 */
function formatDetails(application: Pick<Application, ApplicantField | 'questionAnswers'>): string | undefined {
  const { questionAnswers } = application
  const given = APPLICANT_FIELD_NAMES.filter((field) => application[field])
  if (questionAnswers.length === 0 && given.every((field) => ALWAYS_GIVEN.includes(field))) return undefined
  const fields = given.map((field) => entry(shownLabel(field), application[field] ?? ''))
  const answers = questionAnswers.map(({ question, answer }) => entry(question, answer.join('\n') || 'No answer'))
  return [...fields, ...answers].join('\r\n')
}

function entry(label: string, text: string): string {
  return `${label}\r\n${text.replaceAll(/\r?\n/g, '\r\n')}\r\n`
}
