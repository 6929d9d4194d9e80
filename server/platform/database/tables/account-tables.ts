import type { Generated } from 'kysely'
import type { Role } from '../../../../contract/accounts/roles.ts'
import type { SignInMethod } from '../../../../contract/accounts/sign-in-methods.ts'
import type { NoticeChannel, NoticeKind } from '../../../../contract/team/notice-kinds.ts'
import type { Flag, Instant, Version } from './column-types.ts'

type AccountsTable = {
  id: Generated<number>
  username: string
  /** Empty where none was chosen: no password is right then. */
  password_hash: string
  created_at: Instant
  /** Where the daily digest goes. */
  email: Generated<string | null>
  /** Whether others gave the address: an invitation, a company account, an owner or the operator. What a person typed proves nothing. */
  is_email_given: Generated<Flag>
  /** The name that signs messages and that colleagues read; null for none. */
  display_name: Generated<string | null>
  /** What the person may do: `contract/policies`. */
  role: Generated<Role>
  /** Since when nobody can sign in with it; null while it is in use. */
  deactivated_at: Generated<Instant | null>
  /** The last request of a session, to the minute; null before the first. */
  last_seen_at: Generated<Instant | null>
}

/** What a person is told: each row of the transaction that caused it. Gone with the application or the comment that it is about. */
type NoticesTable = {
  id: Generated<number>
  account_id: number
  kind: NoticeKind
  /** Names the cause, so that one cause makes one notice. */
  cause: string
  /** Names what is shown as one notice, and mailed as one: that mail has it as its reason. */
  batch: string
  application_id: number
  comment_id: number | null
  /** Who caused it, by the name at that time: no account for a colleague without one, nor a name for the program. */
  by_account_id: number | null
  by_name: string | null
  created_at: Instant
  read_at: Generated<Instant | null>
  /** When its cause was taken back: it is not shown any more. */
  withdrawn_at: Generated<Instant | null>
}

/** Kinds of notice that a person has switched off, and where. */
type MutedNoticesTable = { account_id: number; kind: NoticeKind; channel: NoticeChannel }

/** Names for what the list of applications shows. */
type SavedViewsTable = {
  id: Generated<number>
  /** Who made it. No foreign key: a shared view outlives the account of its author. */
  author_id: number
  /** The author of a view that is not shared, with whose account it goes; null once it is shared. */
  private_to: number | null
  name: string
  /** Derived from the name: without case and Unicode form, unique among those of its author. */
  name_key: string
  /** A filter of the list, as JSON. */
  filter: string
  version: Version
  created_at: Instant
}

/** The postings of hiring managers. */
type JobAssignmentsTable = {
  account_id: number
  job_id: number
  /** Whether the manager may also decide about the applications and write to the applicants. */
  decides: Flag
}

/** People who are asked to make an account, each by a link that works once. */
type InvitationsTable = {
  id: Generated<number>
  /** SHA-256 of the token, which only the latest link has. */
  token_hash: string
  role: Role
  /** What the person is called. */
  display_name: string
  /** Where the link goes by mail, and later the digest; null where none is known. */
  email: string | null
  invited_by: string
  /** The owner whose invitation it is: it ends with the right to invite. */
  invited_by_id: number
  created_at: Instant
  expires_at: Instant
}

/** The postings that a hiring manager has once an invitation is accepted. */
type InvitationJobsTable = { invitation_id: number; job_id: number; decides: Flag }

type SessionsTable = {
  id: Generated<number>
  account_id: number
  token_hash: string
  cookie_hash: string
  created_at: Instant
  last_used_at: Instant
  /** What the browser called itself at sign-in. */
  user_agent: Generated<string | null>
  /** The address that the sign-in came from. */
  address: Generated<string | null>
  /** When the person last proved who it is; empty for a session from before this was stored. */
  confirmed_at: Generated<Instant | ''>
  /** How the session was begun. */
  method: Generated<SignInMethod>
}

/** Named secrets by which other programs act as a person. */
type ApiTokensTable = {
  id: Generated<number>
  account_id: number
  name: string
  /** SHA-256 of the token, which was shown once. */
  token_hash: string
  /** Its last four characters, by which people recognise a leaked one. */
  ending: string
  /** What of the rights of the person it has, as JSON. */
  scopes: string
  /** How the session was begun in which it was made: a second factor is asked of that. */
  method: SignInMethod
  created_at: Instant
  expires_at: Instant
  /** To the minute. */
  last_used_at: Generated<Instant | null>
}

/** Links by which people choose a new password, each of the latest mail to one account. */
type PasswordResetsTable = {
  account_id: number
  /** Address and role of the account when the link was asked for: with others it opens nothing. */
  email: string
  role: Role
  /** SHA-256 of the token, which only the link has; null until a mail leaves. */
  token_hash: string | null
  /** When the link was asked for last. */
  asked_at: Instant
  /** Until when the link works; the time of asking before there is one. */
  expires_at: Instant
}

/** The secret that an authenticator app of a person shares, at most one each. */
type TotpSecretsTable = {
  account_id: number
  /** Sealed by a key outside the database. */
  sealed_secret: string
  /** The time step of the last code that was used: a code works once. Null before the first. */
  last_step: number | null
  created_at: Instant
  /** When its first code was right; null while it is being set up, and then it opens nothing. */
  confirmed_at: Instant | null
}

/** The passkeys of people. */
type PasskeysTable = {
  id: Generated<number>
  account_id: number
  /** Base64url, as browsers name it. */
  credential_id: string
  /** The COSE key, in base64url. */
  public_key: string
  /** What its device counted last; 0 for devices that do not count. */
  sign_count: number
  /** How a browser reaches it, as JSON. */
  transports: string
  /** The host of the site for which it was made: it works on no other one. */
  rp_id: string
  /** What its owner calls it. */
  name: string
  created_at: Instant
  last_used_at: Instant | null
}

/** Codes that stand in for a lost second factor, each once. */
type RecoveryCodesTable = { account_id: number; code_hash: string; used_at: Instant | null }

/** Accounts of people at a provider of OpenID Connect. */
type LinkedIdentitiesTable = {
  id: Generated<number>
  account_id: number
  issuer: string
  /** Who it is at the issuer: never given to another person. */
  subject: string
  /** The address that the provider named last; for people to recognise, and nothing is decided by it. */
  email: string | null
  created_at: Instant
  last_used_at: Instant | null
}

/** To whom accounts belonged that do not say so any more: an address that was changed, a company account that was unlinked, or either of a removed account. */
type EndedIdentitiesTable = {
  /** A keyed hash of issuer and subject, or of the address. */
  identity_hash: string
  /** It may be removed since. */
  account_id: number
  ended_at: Instant
}

/** One-time tickets that were used; deleted once they have expired. */
type SpentTicketsTable = { ticket_hash: string; expires_at: Instant }

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

/**
 * Who did what to which subject, and when. Append-only; it outlives its subject and so has no foreign keys. Entries are sealed into
 * a chain soon after their commit.
 */
type AuditTrailTable = {
  id: Generated<number>
  at: Instant
  /** Null for what an applicant did. */
  account_id: number | null
  /** As it was then. */
  username: string | null
  display_name: Generated<string | null>
  /** The API token by which the account did it, as it was called then; null for a person. */
  token_name: Generated<string | null>
  subject: 'application' | 'job' | 'account'
  /** 0 for the installation as a whole, among accounts. */
  subject_id: number
  /** The version of the subject that the event made; null where it made none. */
  version: number | null
  /** What the event is, as in its JSON. */
  action: string
  /** The event as JSON: `contract/applications/history.ts`, and `contract/accounts/account-event.ts` for accounts. */
  event: string
  /** Its place in the chain, from 1 without a gap; null until it is sealed. */
  sealed_as: Generated<number | null>
  /** SHA-256 of the event, so that the chain stays provable without the text. */
  event_hash: Generated<string | null>
  /** SHA-256 over the seal before, the place, and every column. */
  seal: Generated<string | null>
}

/** Accounts, and what they do. */
export type AccountTables = {
  accounts: AccountsTable
  job_assignments: JobAssignmentsTable
  notices: NoticesTable
  muted_notices: MutedNoticesTable
  saved_views: SavedViewsTable
  invitations: InvitationsTable
  invitation_jobs: InvitationJobsTable
  sessions: SessionsTable
  api_tokens: ApiTokensTable
  password_resets: PasswordResetsTable
  totp_secrets: TotpSecretsTable
  passkeys: PasskeysTable
  recovery_codes: RecoveryCodesTable
  linked_identities: LinkedIdentitiesTable
  ended_identities: EndedIdentitiesTable
  spent_tickets: SpentTicketsTable
  sign_in_failures: SignInFailuresTable
  signed_in_networks: SignedInNetworksTable
  calendar_feeds: CalendarFeedsTable
  audit_trail: AuditTrailTable
}
