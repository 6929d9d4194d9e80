import type { Policy } from './policy.ts'

/** Applications with their resumes, answers and history. */
export const APPLICATIONS = {
  read: { does: 'Read applications, resumes and their history', recruiter: 'all', hiring_manager: 'assigned' },
  assess: { does: 'Write feedback, comments and scorecards', recruiter: 'all', hiring_manager: 'assigned' },
  tag: { does: 'Put tags on applications and take them off', recruiter: 'all', hiring_manager: 'assigned' },
  defineTags: { does: 'Make, rename, merge and delete tags', recruiter: 'all' },
  keepViews: {
    does: 'Save views of the list, and open those that are shared',
    recruiter: 'all',
    hiring_manager: 'all',
  },
  shareViews: { does: 'Share views of the list with all colleagues', recruiter: 'all' },
  ask: { does: 'Ask a colleague without an account', recruiter: 'all', hiring_manager: 'deciding' },
  decide: {
    does: 'Change status, archive, assign, mark as answered, undo',
    recruiter: 'all',
    hiring_manager: 'deciding',
  },
  release: { does: 'Release applications from quarantine', recruiter: 'all' },
  export: { does: 'Download lists of applications, and the resumes of many', recruiter: 'all' },
  delete: { does: 'Delete applications', recruiter: 'all' },
} as const satisfies Policy
