import { randomUUID } from 'node:crypto'
import type { TableName } from '../database-copy/copied-tables.ts'

/** Why a table is not exported. The README of an export says so. */
const LEFT_OUT = {
  'sign-in': 'how people and programs sign in: people choose new passwords',
  links: 'private links, invitations and addresses of calendars: an export opens nothing',
  running: 'what the running program notes for itself: tasks, limits, counts and checks',
  stores: 'where files are stored: the export has the files',
} as const

/** What an export says of a table, or why it leaves the table out. */
type Exported =
  | {
      /** What its rows are, as the README of an export says it. */
      holds: string
      /** Columns that store JSON: an export has their values. */
      json?: readonly string[]
      /** Columns with secrets, or with what only this installation can use. */
      without?: readonly string[]
      /** What columns that must have a value get when an export is read: nothing that opens anything. */
      filled?: Readonly<Record<string, () => string>>
      /** Rows that an export leaves out, in SQL. */
      butFor?: string
    }
  | { leftOut: keyof typeof LEFT_OUT }

const SIGN_IN = { leftOut: 'sign-in' } as const
const LINKS = { leftOut: 'links' } as const
const RUNNING = { leftOut: 'running' } as const

/** Of every stored table, whether an export has it. A new table must be added to compile. */
const EXPORTED: Record<TableName, Exported> = {
  jobs: {
    holds: 'Postings, also closed ones.',
    json: ['remote_countries', 'hiring_steps', 'questions', 'place_and_pay', 'criteria'],
  },
  accounts: {
    holds: 'People who use the admin area.',
    without: ['password_hash'],
    filled: { password_hash: () => '' },
  },
  applications: {
    holds: 'Applications, with status, note, feedback and answers.',
    json: ['question_answers', 'verified_receipt'],
  },
  tags: { holds: 'Tags.' },
  application_tags: { holds: 'Which application has which tag.' },
  saved_views: { holds: 'Named views of the list of applications.', json: ['filter'] },
  resumes: { holds: 'Resumes, with earlier versions. `file` is the path of the file in this folder.' },
  resume_replicas: { leftOut: 'stores' },
  resume_texts: { holds: 'The text that was read from each resume.' },
  resume_check: RUNNING,
  job_assignments: { holds: 'Which hiring manager has which posting.' },
  api_tokens: SIGN_IN,
  // Addresses and secrets are sealed with a key of this installation.
  webhooks: SIGN_IN,
  webhook_deliveries: RUNNING,
  invitations: LINKS,
  invitation_jobs: LINKS,
  sessions: SIGN_IN,
  password_resets: SIGN_IN,
  totp_secrets: SIGN_IN,
  passkeys: SIGN_IN,
  recovery_codes: SIGN_IN,
  linked_identities: SIGN_IN,
  ended_identities: SIGN_IN,
  spent_tickets: SIGN_IN,
  installation: SIGN_IN,
  sign_in_failures: SIGN_IN,
  signed_in_networks: SIGN_IN,
  outbox_tasks: RUNNING,
  submission_counts: RUNNING,
  mailbox_mails: RUNNING,
  erasures: RUNNING,
  imports: RUNNING,
  import_rows: RUNNING,
  insight_sums: { holds: 'Monthly sums of erased applications, without anything about a person.' },
  audit_trail: {
    holds: 'Who did what, and when.',
    json: ['event'],
    without: ['sealed_as', 'event_hash', 'seal'],
  },
  application_changes: RUNNING,
  interviews: { holds: 'Interviews.', json: ['interviewers'] },
  colleague_questions: {
    holds: 'Questions to colleagues without an account.',
    without: ['token_hash', 'code_hash', 'code_expires_at', 'code_tries'],
    filled: { token_hash: () => randomUUID() },
  },
  colleague_devices: LINKS,
  comments: { holds: 'Comments of colleagues.', json: ['mentions'] },
  comment_versions: { holds: 'Earlier versions of comments.' },
  scorecards: { holds: 'Scorecards.', json: ['answers'], without: ['device_hash'] },
  scorecard_versions: { holds: 'Earlier versions of scorecards.', json: ['answers'] },
  notices: { holds: 'What people were told in the admin area.' },
  muted_notices: { holds: 'Notices that people have switched off.' },
  legal_holds: { holds: 'Legal holds, with their reason.' },
  retention_rules: { holds: 'How long applications are kept.', json: ['rules'] },
  consent_texts: { holds: 'What applicants agree to who stay on file, in every version.' },
  consents: { holds: 'Consents of applicants to stay on file, given and withdrawn.' },
  feedback_versions: { holds: 'Earlier versions of feedback.' },
  settings: { holds: 'The settings of owners.', json: ['settings'] },
  site_texts: { holds: 'Texts of the site that owners have edited.', json: ['texts'] },
  sign_in_settings: SIGN_IN,
  message_templates: { holds: 'Texts of messages that owners have edited.' },
  job_alerts: { holds: 'Job alerts: who wants to hear of new postings.' },
  mails: {
    holds: 'Messages and other mails, with their state.',
    json: ['receipt', 'job_ids'],
    butFor: 'invitation_id is not null',
  },
  replies: { holds: 'What applicants replied by mail.', json: ['reference_ids', 'left_out'] },
  inboxes: RUNNING,
  job_alert_links: LINKS,
  mail_outage: RUNNING,
  interview_offers: { holds: 'Offered interview times.', json: ['times', 'interviewers'] },
  interview_offer_links: LINKS,
  calendar_feeds: LINKS,
  application_links: LINKS,
}

/** A table of an export. */
export type ExportedTable = { name: TableName } & Required<Extract<Exported, { holds: string }>>

/** The tables of an export, each after those it refers to. */
export const EXPORTED_TABLES: readonly ExportedTable[] = (Object.keys(EXPORTED) as TableName[]).flatMap((name) => {
  const table = EXPORTED[name]
  return 'holds' in table ? [{ name, json: [], without: [], filled: {}, butFor: 'false', ...table }] : []
})

/** The tables that an export leaves out, by the reason. */
export const LEFT_OUT_TABLES: ReadonlyMap<string, readonly TableName[]> = Map.groupBy(
  (Object.keys(EXPORTED) as TableName[]).filter((name) => 'leftOut' in EXPORTED[name]),
  (name) => LEFT_OUT[(EXPORTED[name] as { leftOut: keyof typeof LEFT_OUT }).leftOut],
)
