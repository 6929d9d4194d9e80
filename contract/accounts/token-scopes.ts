import { keysOf } from '../wire/records.ts'

/** What an API token may do of what its person may, and what the page calls it. */
export const TOKEN_SCOPES = {
  read: { name: 'Read', does: 'Read applications, resumes, postings, messages, interviews and figures' },
  write: { name: 'Write', does: 'Decide, comment, tag, write to applicants, plan interviews, change postings' },
  export: { name: 'Export', does: 'Download lists, many resumes, everything about a person, and the audit trail' },
} as const

/** What an API token may do of what its person may. */
export type TokenScope = keyof typeof TOKEN_SCOPES

/** Every scope. */
export const TOKEN_SCOPE_NAMES = keysOf(TOKEN_SCOPES)
