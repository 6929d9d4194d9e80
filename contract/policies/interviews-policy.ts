import type { Policy } from './policy.ts'

/** Interviews, offered times and the agenda. */
export const INTERVIEWS = {
  read: { does: 'Read interviews and the agenda', recruiter: 'all', hiring_manager: 'assigned' },
  plan: {
    does: 'Plan, move and cancel interviews of which the applicant hears nothing',
    recruiter: 'all',
    hiring_manager: 'assigned',
  },
  invite: {
    does: 'Invite applicants to interviews and offer them times',
    recruiter: 'all',
    hiring_manager: 'deciding',
  },
} as const satisfies Policy
