import type { Policy } from './policy.ts'

/** Messages to applicants, and their texts. */
export const MESSAGES = {
  read: { does: 'Read messages to applicants', recruiter: 'all', hiring_manager: 'assigned' },
  write: { does: 'Write, send, cancel and restore messages', recruiter: 'all', hiring_manager: 'deciding' },
  readTexts: { does: 'Read the texts of messages', recruiter: 'all', hiring_manager: 'all' },
  changeTexts: { does: 'Change the texts of messages, send a test mail', recruiter: 'all' },
} as const satisfies Policy
