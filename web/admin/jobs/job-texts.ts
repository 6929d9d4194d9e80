import type { Job } from '../../../contract/job.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

const SHORT_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })

const CLOSED_STATES = {
  filled: { word: 'Filled', tone: 'blue' },
  draft: { word: 'Draft', tone: 'amber' },
  cancelled: { word: 'Cancelled', tone: 'red' },
} as const satisfies Record<Exclude<Job['status'], 'active'>, JobState>

/** Where a posting stands, in a word and its colour. */
export type JobState = { word: string; tone: BadgeTone }

/** Where a posting stands (`spec.md` section 2, job management). */
export function jobStateOf({ status, isActive }: Pick<Job, 'status' | 'isActive'>): JobState {
  if (status !== 'active') return CLOSED_STATES[status]
  return isActive ? { word: 'Active', tone: 'green' } : { word: 'Inactive', tone: 'grey' }
}

/** Why visitors do not see a posting that was switched on; undefined where they do, or where it was switched off. */
export function whyStillHidden({ status, isActive }: Pick<Job, 'status' | 'isActive'>): string | undefined {
  if (!isActive || status === 'active') return undefined
  const state = status === 'draft' ? 'still a draft' : status
  return `It is ${state}, so visitors do not see it. Change its Job Status in Edit.`
}

/** The day of an instant in the browser's zone, for example `Jun 13, 2025`; `-` where there is none. */
export function formatJobDay(instant: string | null): string {
  return instant === null ? '-' : SHORT_DATE.format(new Date(instant))
}

/** What becomes of the applications of a posting that is deleted. */
export function describeApplicationsOf(count: number): string {
  if (count === 0) return 'It has no applications.'
  const subject = count === 1 ? 'Its 1 application stays and is' : `Its ${count} applications stay and are`
  return `${subject} shown under “Unknown Position” from then on.`
}
