import { keysOf } from '../wire/records.ts'
import type { ApplicationStatus } from './application-statuses.ts'

/** The status behind each stat card of the dashboard that counts one. */
export const STATUS_OF_STAT = {
  pendingReviews: 'pending',
  interviewStage: 'interview',
} as const satisfies Record<string, ApplicationStatus>

/** The stat cards that count a status. */
export const STATUS_STATS = keysOf(STATUS_OF_STAT)
