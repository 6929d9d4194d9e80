import type { Tables } from '../../platform/database/tables.ts'

/** Key columns of a table, by which its rows are ordered, and whether the database gives its ids. */
type CopiedTable = { key: readonly string[]; hasSequence?: true }

/** Tables that are derived from the rows of others. */
type DerivedTable = 'application_search'

/** Every copied table, after those it refers to. A new table must be added here, or to the derived ones, to compile. */
const COPIED_TABLES = {
  jobs: { key: ['id'], hasSequence: true },
  accounts: { key: ['id'], hasSequence: true },
  applications: { key: ['id'], hasSequence: true },
  tags: { key: ['id'], hasSequence: true },
  application_tags: { key: ['application_id', 'tag_id'] },
  saved_views: { key: ['id'], hasSequence: true },
  resumes: { key: ['id'], hasSequence: true },
  resume_replicas: { key: ['resume_id', 'store'] },
  resume_texts: { key: ['application_id'] },
  resume_check: { key: ['id'] },
  job_assignments: { key: ['account_id', 'job_id'] },
  invitations: { key: ['id'], hasSequence: true },
  invitation_jobs: { key: ['invitation_id', 'job_id'] },
  sessions: { key: ['id'], hasSequence: true },
  api_tokens: { key: ['id'], hasSequence: true },
  password_resets: { key: ['account_id'] },
  totp_secrets: { key: ['account_id'] },
  passkeys: { key: ['id'], hasSequence: true },
  recovery_codes: { key: ['account_id', 'code_hash'] },
  linked_identities: { key: ['id'], hasSequence: true },
  ended_identities: { key: ['identity_hash'] },
  spent_tickets: { key: ['ticket_hash'] },
  installation: { key: ['id'] },
  sign_in_failures: { key: ['key_hash'] },
  signed_in_networks: { key: ['network_hash'] },
  outbox_tasks: { key: ['id'], hasSequence: true },
  submission_counts: { key: ['address_hash', 'hour'] },
  mailbox_mails: { key: ['id'] },
  erasures: { key: ['hash'] },
  insight_sums: { key: ['period', 'job_id', 'figure', 'value'] },
  audit_trail: { key: ['id'], hasSequence: true },
  application_changes: { key: ['id'], hasSequence: true },
  interviews: { key: ['id'], hasSequence: true },
  colleague_questions: { key: ['id'], hasSequence: true },
  colleague_devices: { key: ['device_hash'] },
  comments: { key: ['id'], hasSequence: true },
  comment_versions: { key: ['id'], hasSequence: true },
  scorecards: { key: ['id'], hasSequence: true },
  scorecard_versions: { key: ['id'], hasSequence: true },
  notices: { key: ['id'], hasSequence: true },
  muted_notices: { key: ['account_id', 'kind', 'channel'] },
  legal_holds: { key: ['id'], hasSequence: true },
  imports: { key: ['id'], hasSequence: true },
  import_rows: { key: ['import_id', 'number'] },
  retention_rules: { key: ['id'] },
  consent_texts: { key: ['version'] },
  consents: { key: ['id'], hasSequence: true },
  webhooks: { key: ['id'], hasSequence: true },
  webhook_deliveries: { key: ['id'], hasSequence: true },
  feedback_versions: { key: ['id'], hasSequence: true },
  settings: { key: ['id'] },
  site_texts: { key: ['id'] },
  sign_in_settings: { key: ['id'] },
  message_templates: { key: ['kind'] },
  job_alerts: { key: ['id'], hasSequence: true },
  mails: { key: ['id'], hasSequence: true },
  replies: { key: ['id'], hasSequence: true },
  inboxes: { key: ['mailbox'] },
  job_alert_links: { key: ['token_hash'] },
  mail_outage: { key: ['id'] },
  interview_offers: { key: ['id'], hasSequence: true },
  interview_offer_links: { key: ['token_hash'] },
  calendar_feeds: { key: ['account_id'] },
  application_links: { key: ['token_hash'] },
} as const satisfies Record<Exclude<keyof Tables, DerivedTable>, CopiedTable>

/** A table whose rows are copied. */
export type TableName = keyof typeof COPIED_TABLES

/** The tables in the order in which they are copied. */
export const TABLE_NAMES = Object.keys(COPIED_TABLES) as TableName[]

/** Tables whose ids are never given twice. */
export const TABLES_WITH_SEQUENCE = TABLE_NAMES.filter((table) => 'hasSequence' in COPIED_TABLES[table])

/** Key columns of a table, by which its rows are ordered. */
export function keyColumns(table: TableName): readonly string[] {
  return COPIED_TABLES[table].key
}
