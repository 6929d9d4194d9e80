import type { ApplicationSummary } from '../../../contract/applications/application-list.ts'
import type { ApplicationStatus } from '../../../contract/applications/application-statuses.ts'
import type { BadgeTone } from '../../ui/badge.tsx'

/** What the dashboard shows and offers for one status. */
type StatusView = {
  /** Name of its tab. */
  tab: string
  /** Menu item that moves an application to it. */
  move: string
  /** Colour of its badge. */
  tone: BadgeTone
  /** Stat card that counts it, beside its tab. */
  stat?: 'pendingReviews' | 'interviewStage'
}

/** Every status in the order of the tabs and menu items (`spec.md` section 2). */
export const STATUS_VIEWS = {
  pending: { tab: 'Pending', move: 'Mark as Pending', tone: 'amber', stat: 'pendingReviews' },
  reviewing: { tab: 'Reviewing', move: 'Mark as Reviewing', tone: 'blue' },
  interview: { tab: 'Interview', move: 'Move to Interview', tone: 'violet', stat: 'interviewStage' },
  hired: { tab: 'Hired', move: 'Mark as Hired', tone: 'green' },
  rejected: { tab: 'Rejected', move: 'Mark as Rejected', tone: 'red' },
} as const satisfies Record<ApplicationStatus, StatusView>

/** The statuses in the order of {@link STATUS_VIEWS}. */
export const STATUSES = Object.keys(STATUS_VIEWS) as ApplicationStatus[]

/** A tab of the applications card: one per status, and the archive. */
export type Tab = ApplicationStatus | 'archived'

/** The six tabs, in their order (`spec.md` section 2). */
export const TABS: Array<{ value: Tab; label: string }> = [
  ...STATUSES.map((status) => ({ value: status, label: STATUS_VIEWS[status].tab })),
  { value: 'archived', label: 'Archived' },
]

/** A count that has a stat card. */
export type Stat = Exclude<
  keyof ApplicationSummary,
  'tabs' | 'areTabsExact' | 'recovery' | 'promise' | 'withdrawn' | 'quarantined'
>

/** The four stat cards, in their order (`spec.md` section 2). */
export const STAT_CARDS = {
  totalApplications: { name: 'Total Applications', note: 'All time' },
  activeJobs: { name: 'Active Jobs', note: 'Postings' },
  pendingReviews: { name: 'Pending Reviews', note: 'Awaiting review' },
  interviewStage: { name: 'Interview Stage', note: 'In conversation' },
} as const satisfies Record<Stat, { name: string; note: string }>

/** The stat card that counts a status; undefined for a status that only its tab counts. */
export function statOf(status: ApplicationStatus): StatusView['stat'] {
  const view: StatusView = STATUS_VIEWS[status]
  return view.stat
}
