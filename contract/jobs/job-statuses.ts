import { keysOf } from '../wire/records.ts'

/** Everything that depends on the status of a posting. */
type JobStatusEntry = {
  /** Job Status as the form offers it. */
  choice: string
  /** Whether the form always offers it; otherwise only for a posting that has it. */
  isOffered: boolean
  /** The word of its badge, and its colour. */
  badge: string
  tone: 'green' | 'grey' | 'red' | 'blue' | 'amber'
  /** The switch that goes with it when the form or Mark as filled sets it. */
  isActive: boolean
  /** Whether it closes a posting, which is then switched off and carries its closed date. */
  isClosed: boolean
  /** What the page of a posting says that is not open any more. An active one is past its closing date. */
  ended: string
  /** What an admin reads of a posting that visitors cannot see although its switch is on: It is ... */
  hidden: string
}

const NO_LONGER_OPEN = 'This position is no longer open'

/** The statuses of a posting, in the order of the form's choices. */
export const JOB_STATUS = {
  active: {
    choice: 'Active',
    isOffered: true,
    badge: 'Active',
    tone: 'green',
    isActive: true,
    isClosed: false,
    ended: 'Applications for this position have closed',
    hidden: 'active',
  },
  draft: {
    choice: 'Draft',
    isOffered: true,
    badge: 'Draft',
    tone: 'grey',
    isActive: false,
    isClosed: false,
    ended: NO_LONGER_OPEN,
    hidden: 'still a draft',
  },
  cancelled: {
    choice: 'Archived',
    isOffered: true,
    badge: 'Cancelled',
    tone: 'red',
    isActive: false,
    isClosed: true,
    ended: NO_LONGER_OPEN,
    hidden: 'cancelled',
  },
  filled: {
    choice: 'Filled',
    isOffered: false,
    badge: 'Filled',
    tone: 'blue',
    isActive: false,
    isClosed: true,
    ended: 'This position has been filled',
    hidden: 'filled',
  },
} as const satisfies Record<string, JobStatusEntry>

/** One of the stored statuses of a posting. */
export type JobStatus = keyof typeof JOB_STATUS

/** Stored statuses of a posting. */
export const JOB_STATUSES = keysOf(JOB_STATUS)

/** The one state in which visitors see a posting and may apply for it, until its closing date is over. */
export const OPEN_JOB = { status: 'active', isActive: true } as const

/** Whether visitors see a posting and may apply for it, as far as status and switch decide. */
export function isOpenJob({ status, isActive }: { status: JobStatus; isActive: boolean }): boolean {
  return status === OPEN_JOB.status && isActive === OPEN_JOB.isActive
}

/**
 * Whether the last open day of a posting is over.
 * @param today the date where the company is, such as `2026-09-30`
 */
export function isPastClosing({ closingDate }: { closingDate: string | null }, today: string): boolean {
  return closingDate !== null && closingDate < today
}

/** When visitors could first see an open posting. */
export function publishedOn({ publishedAt, createdAt }: { publishedAt: string | null; createdAt: string }): string {
  return publishedAt ?? createdAt
}
