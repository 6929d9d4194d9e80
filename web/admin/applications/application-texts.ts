import type { Application } from '../../../contract/applications/application.ts'
import { RECOVERY_MARKER } from '../../../contract/applications/application-terms.ts'
import type { Job } from '../../../contract/jobs/job.ts'
import { formatJobId } from '../../posting/job-id.ts'
import { formatCount } from '../../ui/text/format-count.ts'

const NOTE_PREVIEW_LENGTH = 30

/** How many applicants a text names before it counts the others. */
const NAMED = 3

/** The title of a posting; `distinction` tells it apart from others of the same title. */
export type JobTitle = { title: string; distinction?: string }

/** Titles of postings by id. */
export type JobTitles = ReadonlyMap<number, JobTitle>

/**
 * Titles of postings, as filters, tables and cards name them. Postings of the same title are told apart by town or
 * location, then by internal job code, then by number.
 */
export function titlesById(jobs: Job[]): JobTitles {
  const namesakes = Map.groupBy(jobs, ({ title }) => title)
  return new Map(jobs.map((job) => [job.id, titleAmong(job, namesakes.get(job.title) ?? [])]))
}

function titleAmong(job: Job, namesakes: Job[]): JobTitle {
  const { title, location, internalJobCode } = job
  if (namesakes.length < 2) return { title }
  const isOwn = (field: 'location' | 'internalJobCode') =>
    namesakes.filter((one) => one[field] === job[field]).length === 1
  if (isOwn('location')) {
    const isOwnTown = namesakes.filter((one) => townOf(one) === townOf(job)).length === 1
    return { title, distinction: isOwnTown ? townOf(job) : location }
  }
  return { title, distinction: internalJobCode && isOwn('internalJobCode') ? internalJobCode : formatJobId(job.id) }
}

/** The start of a location, for example `Midland` of `Midland, TX`: a title has little room beside it. */
function townOf({ location }: Job): string {
  return location.split(',', 1)[0] || location
}

/** A title in one text, for example `Ignition Developer · Midland`. */
export function formatTitle({ title, distinction }: JobTitle): string {
  return distinction ? `${title} · ${distinction}` : title
}

const GENERAL: JobTitle = { title: 'General Application' }
const UNKNOWN: JobTitle = { title: 'Unknown Position' }

/** The position of an application, also without a job or with one that is deleted. */
export function positionOf({ jobId }: Pick<Application, 'jobId'>, titles: JobTitles): JobTitle {
  return jobId === null ? GENERAL : (titles.get(jobId) ?? UNKNOWN)
}

/** The position of an application in one text. */
export function jobPositionOf(application: Pick<Application, 'jobId'>, titles: JobTitles): string {
  return formatTitle(positionOf(application, titles))
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

/** A number of days in a table or on a card, for example `12 d`. */
export function formatShortDays(days: number): string {
  return days === 0 ? 'today' : `${days} d`
}

/** A number of days to be read out, for example `12 days`. */
export function formatDaysAloud(days: number): string {
  return ['since today', '1 day'][days] ?? `${days} days`
}

/** Whether anybody decides about an application: not while it is in quarantine or set aside, nor once its erasure was requested. */
export function isOpenToDecisions({ quarantined, isErasing }: Pick<Application, 'quarantined' | 'isErasing'>): boolean {
  return !quarantined && !isErasing
}

/** Why nothing of a person is deleted or erased. */
export const KEPT_BY_HOLD = 'Kept by a legal hold'
