import type { ApplicationSummary } from '../../../contract/applications/application-list.ts'
import { APPLICATION_STATUS, type ApplicationStatus } from '../../../contract/applications/application-statuses.ts'
import { STATUSES_BY_KEY } from '../../../contract/applications/status-lists.ts'

/** A tab of the applications card: one per status, and the archive. */
export type Tab = ApplicationStatus | 'archived'

/** The six tabs, in their order. */
export const TABS: Array<{ value: Tab; label: string }> = [
  ...STATUSES_BY_KEY.map((status) => ({ value: status, label: APPLICATION_STATUS[status].name })),
  { value: 'archived', label: 'Archived' },
]

/** A count that has a stat card. */
export type Stat = Exclude<
  keyof ApplicationSummary,
  'tabs' | 'areTabsExact' | 'recovery' | 'promise' | 'withdrawn' | 'quarantined'
>

/** The four stat cards, in their order. */
export const STAT_CARDS = {
  totalApplications: { name: 'Total Applications', note: 'All time' },
  activeJobs: { name: 'Active Jobs', note: 'Postings' },
  pendingReviews: { name: 'Pending Reviews', note: 'Awaiting review' },
  interviewStage: { name: 'Interview Stage', note: 'In conversation' },
} as const satisfies Record<Stat, { name: string; note: string }>
