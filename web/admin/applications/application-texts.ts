import type { Application } from '../../../contract/application.ts'
import type { Job } from '../../../contract/job.ts'
import { RECOVERY_MARKER } from '../../../contract/vocabulary.ts'

const NOTE_PREVIEW_LENGTH = 30

/** Titles of postings by id, as the filter and the table name them. */
export function titlesById(jobs: Job[]): ReadonlyMap<number, string> {
  return new Map(jobs.map(({ id, title }) => [id, title]))
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
