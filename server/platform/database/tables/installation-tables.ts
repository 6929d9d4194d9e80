import type { Generated } from 'kysely'
import type { Flag, Instant, Version } from './column-types.ts'

/** The installation itself; a single row, made with the schema. */
type InstallationTable = {
  id: 1
  /** A UUID that tells two installations apart. */
  installation_id: string
  /** Keys the hashes of addresses and usernames where callers are counted. */
  secret: string
  /** When the first admin was made; never cleared, so that setup never opens again. */
  initialised_at: Instant | null
  /** The keys of receipts, sealed by `SECRET_KEY`; null while they are in the data folder. */
  receipt_keys: string | null
  /** How long the chain of the audit trail is, its last seal, and an HMAC over both, as JSON; null before the first run. */
  audit_head: Generated<string | null>
}

/** What owners have set on the settings page; a single row, absent before the first change. */
type SettingsTable = {
  id: 1
  /** JSON: `contract/site/settings.ts`. */
  settings: string
  version: Version
}

/** Texts of the site that owners have edited; a single row, absent before the first change. */
type SiteTextsTable = {
  id: 1
  /** JSON: `contract/site/site-texts.ts`. */
  texts: string
  version: Version
}

/** How people sign in, as owners have set it; a single row, absent before the first change. */
type SignInSettingsTable = {
  id: 1
  /** JSON: `contract/accounts/sign-in-settings.ts`. */
  settings: string
  version: Version
  /** Since when everybody needs a second factor; null while nobody does. */
  second_factor_since: Generated<Instant | null>
}

/** How long applications are kept, as owners set it. */
type RetentionRulesTable = {
  id: number
  /** JSON: `retentionRulesSchema` in `contract/personal-data/retention-rules.ts`. */
  rules: string
  version: Version
}

type OutboxTasksTable = {
  id: Generated<number>
  kind: string
  payload: string
  attempts: number
  /** When it is due; for one under way, when its lease ends. */
  run_after: Instant
  last_error: string | null
  created_at: Instant
  /** The lowest goes first: `PRIORITY` in `task-kinds.ts`. */
  priority: Generated<number>
  /** Who takes turns with others: a keyed hash of the customer prefix that caused it; null for what no request caused. */
  share: Generated<string | null>
  /** Its place among the due tasks of its kind and priority; null before it is due, and while it is under way. */
  turn: Generated<number | null>
}

/** What an entry of the ledger is about: an application that was erased, or deleted by an admin, or a job alert that has ended. */
export type ErasureKind = 'application_erased' | 'application_deleted' | 'job_alert_ended'

/** The ledger of erasures: what a backup may still have, and a restore must not bring back. It says nothing about a person. */
type ErasuresTable = {
  /** A keyed hash of the id and the instant at which the row was made. */
  hash: string
  kind: ErasureKind
  erased_at: Instant
  /** Whether the rows have been compared with it: 0 for an entry that came from another copy of the ledger. */
  is_replayed: Generated<Flag>
}

/** What insights count of erased applications: each row one figure, none about one person's other facts. */
type InsightSumsTable = {
  /** The Monday of the ISO week of receipt; for the promise, the month of the first promised day. */
  period: string
  /** 0 for general applications. */
  job_id: number
  figure: string
  /** What is counted: a status, a source, or days. */
  value: string
  applications: number
}

/** What there is once for the installation, and its tasks. */
export type InstallationTables = {
  installation: InstallationTable
  settings: SettingsTable
  site_texts: SiteTextsTable
  sign_in_settings: SignInSettingsTable
  retention_rules: RetentionRulesTable
  outbox_tasks: OutboxTasksTable
  erasures: ErasuresTable
  insight_sums: InsightSumsTable
}
