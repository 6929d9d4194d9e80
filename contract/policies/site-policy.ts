import type { Policy } from './policy.ts'

/** What applies to the whole site. */
export const SITE = {
  readInsights: { does: 'Read the figures of insights', recruiter: 'all', hiring_manager: 'assigned' },
  readSettings: { does: 'Read the settings', recruiter: 'all', hiring_manager: 'all' },
  changeSettings: { does: 'Change the settings and the texts of the site', recruiter: 'all' },
  subscribeToChanges: {
    does: 'Learn at once of changes to what one may read',
    recruiter: 'all',
    hiring_manager: 'all',
  },
  manageWebhooks: { does: 'Make, change and delete webhooks and chat notices, read and replay what they sent' },
  seeAlerts: { does: 'Read and delete job alerts', recruiter: 'all' },
  seeStorage: { does: 'Read and check the storage', recruiter: 'all' },
} as const satisfies Policy
