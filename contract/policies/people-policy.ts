import type { Policy } from './policy.ts'

/** The people who sign in. */
export const PEOPLE = {
  own: {
    does: 'See and change the own account, its sessions and its second factors',
    recruiter: 'all',
    hiring_manager: 'all',
  },
  calendarFeed: {
    does: 'Have a private calendar address',
    recruiter: 'all',
    hiring_manager: 'all',
  },
  makeTokens: {
    does: 'Make API tokens, by which programs act with the own rights, and revoke the own ones',
    recruiter: 'all',
  },
  seeTokens: { does: 'See and revoke the API tokens of all people' },
  manage: { does: 'Invite people, change their roles and postings, deactivate them' },
  signIn: { does: 'Change how people sign in' },
  audit: { does: 'Read who did what' },
} as const satisfies Policy
