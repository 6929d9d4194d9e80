import type { Application } from '../../contract/application.ts'
import type { Job } from '../../contract/job.ts'
import type { BadgeTone } from '../ui/badge.tsx'

const SHORT_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

/** Colour of each application status, always shown beside its word. */
export const STATUS_TONES: Record<Application['status'], BadgeTone> = {
  pending: 'amber',
  reviewing: 'blue',
  interview: 'violet',
  hired: 'green',
  rejected: 'red',
}

/** The position that somebody applied for (`spec.md` section 2). */
export function jobPositionOf({ jobId }: Pick<Application, 'jobId'>, jobs: Pick<Job, 'id' | 'title'>[]): string {
  if (jobId === null) return 'General Application'
  return jobs.find(({ id }) => id === jobId)?.title ?? 'Unknown Position'
}

/** The day of an application in the browser's zone, for example `Jun 13, 2025`. */
export function formatAppliedDate(instant: string | null): string {
  if (!instant) return 'N/A'
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? 'Invalid date' : SHORT_DATE.format(date)
}
