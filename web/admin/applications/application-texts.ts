import type { Application } from '../../../contract/application.ts'
import type { Job } from '../../../contract/job.ts'
import { ANSWER_WITHIN_DAYS } from '../../../contract/limits.ts'
import { RECOVERY_MARKER } from '../../../contract/vocabulary.ts'
import { formatJobId } from '../../posting/job-id.ts'
import { formatCount } from '../../ui/text/format-count.ts'

const NOTE_PREVIEW_LENGTH = 30

/** How many applicants a text names before it counts the others. */
const NAMED = 3

/**
 * Titles of postings by id, as filters, tables and cards name them. Postings of the same title are told apart by
 * location, then by internal job code, then by number: `Ignition Developer (Midland, TX)`.
 */
export function titlesById(jobs: Job[]): ReadonlyMap<number, string> {
  const namesakes = Map.groupBy(jobs, ({ title }) => title)
  return new Map(jobs.map((job) => [job.id, titleAmong(job, namesakes.get(job.title) ?? [])]))
}

function titleAmong(job: Job, namesakes: Job[]): string {
  if (namesakes.length < 2) return job.title
  const { title, location, internalJobCode } = job
  const isOwn = (field: 'location' | 'internalJobCode') =>
    namesakes.filter((one) => one[field] === job[field]).length === 1
  if (isOwn('location')) return `${title} (${location})`
  return `${title} (${internalJobCode && isOwn('internalJobCode') ? internalJobCode : formatJobId(job.id)})`
}

/** The position of an application (`spec.md` section 2). */
export function jobPositionOf({ jobId }: Pick<Application, 'jobId'>, titles: ReadonlyMap<number, string>): string {
  if (jobId === null) return 'General Application'
  return titles.get(jobId) ?? 'Unknown Position'
}

/** The start of a note for the table: 30 characters, and three dots where more follow. */
export function previewNote(note: string | null): string {
  if (!note) return 'No notes'
  const characters = [...note]
  if (characters.length <= NOTE_PREVIEW_LENGTH) return note
  return `${characters.slice(0, NOTE_PREVIEW_LENGTH).join('')}...`
}

/** Whether an application came in through the recovery form. */
export function isRecovery({ note }: Pick<Application, 'note'>): boolean {
  return note?.includes(RECOVERY_MARKER) ?? false
}

/** Applicants in a few words: one name, or the names of up to three and how many more there are. */
export function nameSome(applications: ReadonlyArray<Pick<Application, 'name'>>): string {
  const names = applications.slice(0, NAMED).map(({ name }) => name)
  const more = applications.length - names.length
  const last = more > 0 ? `${formatCount(more)} more` : names.pop()
  return names.length === 0 ? (last ?? '') : `${names.join(', ')} and ${last}`
}

/** Whether an application waits longer than the promised {@link ANSWER_WITHIN_DAYS}. */
export function isOverdue(days: number): boolean {
  return days > ANSWER_WITHIN_DAYS
}
