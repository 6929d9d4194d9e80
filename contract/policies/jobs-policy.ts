import type { Policy } from './policy.ts'

/** Postings. */
export const JOBS = {
  read: { does: 'Read postings that are not public, and their history', recruiter: 'all', hiring_manager: 'assigned' },
  change: { does: 'Create, change, fill and delete postings', recruiter: 'all' },
} as const satisfies Policy
