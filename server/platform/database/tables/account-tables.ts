import type { Generated } from 'kysely'
import type { Instant } from './column-types.ts'

type AccountsTable = {
  id: Generated<number>
  username: string
  password_hash: string
  created_at: Instant
  /** Where the daily digest goes. */
  email: Generated<string | null>
  /** The name that signs messages and that colleagues read; null for none. */
  display_name: Generated<string | null>
}

type SessionsTable = {
  id: Generated<number>
  account_id: number
  token_hash: string
  cookie_hash: string
  created_at: Instant
  last_used_at: Instant
}

/**
 * Failed sign-ins of one username from one network and of one network in all, and the networks that failed for one
 * account: `key_hash` tells which. Deleted once `expires_at` has passed.
 */
type SignInFailuresTable = { key_hash: string; count: number; expires_at: Instant }

/** Networks from which an admin has signed in; forgotten once `expires_at` has passed. */
type SignedInNetworksTable = { network_hash: string; expires_at: Instant }

/** The private calendar feeds of admins, at most one each. */
type CalendarFeedsTable = {
  account_id: number
  /** SHA-256 of the token, which only the address has. */
  token_hash: string
  created_at: Instant
}

/** Who did what to which subject, and when. Append-only; it outlives its subject and so has no foreign keys. */
type AuditTrailTable = {
  id: Generated<number>
  at: Instant
  /** Null for what an applicant did. */
  account_id: number | null
  /** As it was then. */
  username: string | null
  display_name: Generated<string | null>
  subject: 'application' | 'job' | 'account'
  subject_id: number
  /** The version of the subject that the event made; null where it made none. */
  version: number | null
  /** The event as JSON: `contract/applications/history.ts`, and `AccountEvent` for accounts. */
  event: string
}

/** Accounts, and what they do. */
export type AccountTables = {
  accounts: AccountsTable
  sessions: SessionsTable
  sign_in_failures: SignInFailuresTable
  signed_in_networks: SignedInNetworksTable
  calendar_feeds: CalendarFeedsTable
  audit_trail: AuditTrailTable
}
