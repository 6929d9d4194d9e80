import { sql } from 'kysely'
import { DELIVERED_MAIL } from '../../../contract/messages/mail-terms.ts'
import { emailKeyOf } from '../../../contract/wire/email-address.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { isInOrPerhapsSent } from '../../platform/mail/perhaps-sent.ts'

/** Rows of a table that belong to one application, as they are given to the person whom they are about. */
export type PersonTable = {
  table: keyof Tables
  /** Which rows, in SQL; those of its column `application_id` unless it says otherwise. */
  of?: (id: number) => ReturnType<typeof sql<boolean>>
  /** The columns that are given; all but those withheld unless it says otherwise. */
  only?: readonly string[]
  /** Secrets, what is derived from other columns, and what another entry gives. */
  withheld?: readonly string[]
  /** Columns that hold JSON. */
  json?: readonly string[]
}

/** Keys of requests, and what tells whether one was repeated. */
const OF_REQUEST = ['idempotency_key', 'content_hash']

const through = (column: string, table: keyof Tables) => (id: number) =>
  sql<boolean>`${sql.ref(column)} in (select id from ${sql.table(table)} where application_id = ${id})`

/** Of a mail: drafts, and what was cancelled before it left, are what colleagues wrote. */
const HAS_REACHED_APPLICANT = sql<boolean>`(to_interviewer = 0 and account_id is null and ${isInOrPerhapsSent(DELIVERED_MAIL)})`

/** What the applicant sent, what the program made of it, and what the applicant was told. */
export const OF_APPLICANT: readonly PersonTable[] = [
  {
    table: 'applications',
    of: (id) => sql`id = ${id}`,
    withheld: [
      ...[...OF_REQUEST, 'name_key', 'email_key', 'phone_digits', 'is_recovery', 'import_id'],
      ...['feedback', 'assignee_id', 'answered_by'],
    ],
    json: ['question_answers', 'verified_receipt'],
  },
  { table: 'resumes' },
  { table: 'resume_texts' },
  { table: 'interviews', withheld: [...OF_REQUEST, 'interviewers'] },
  { table: 'interview_offers', withheld: [...OF_REQUEST, 'interviewers', 'username'], json: ['times'] },
  {
    table: 'mails',
    of: (id) => sql`application_id = ${id} and ${HAS_REACHED_APPLICANT}`,
    only: [
      ...['kind', 'state', 'to_name', 'to_address', 'subject', 'body', 'receipt', 'calendar'],
      ...['created_at', 'attempted_at', 'settled_at', 'response', 'message_id'],
    ],
    json: ['receipt'],
  },
  {
    table: 'replies',
    only: [
      ...['nature', 'from_name', 'from_address', 'subject', 'body', 'quoted', 'left_out'],
      ...['sent_at', 'received_at', 'answered_at', 'message_id'],
    ],
    json: ['left_out'],
  },
  { table: 'application_links', only: ['created_at', 'expires_at', 'revoked_at', 'opens'] },
  { table: 'consents' },
  {
    table: 'consent_texts',
    of: (id) => sql`version in (select text_version from consents where application_id = ${id})`,
    only: ['version', 'text'],
  },
]

/** What colleagues wrote about the applicant and did with the application. */
export const OF_COLLEAGUES: readonly PersonTable[] = [
  { table: 'applications', of: (id) => sql`id = ${id}`, only: ['feedback', 'answered_by'] },
  { table: 'feedback_versions', only: ['began_at', 'saved_at', 'username', 'text'] },
  { table: 'comments', withheld: ['idempotency_key', 'mentions'] },
  { table: 'comment_versions', of: through('comment_id', 'comments') },
  { table: 'scorecards', withheld: ['device_hash'], json: ['answers'] },
  { table: 'scorecard_versions', of: through('scorecard_id', 'scorecards'), json: ['answers'] },
  {
    table: 'colleague_questions',
    only: ['email', 'question', 'asked_by', 'created_at', 'expires_at', 'ended_at', 'last_opened_at'],
  },
  { table: 'interviews', only: ['id', 'starts_at', 'interviewers'], json: ['interviewers'] },
  { table: 'interview_offers', only: ['id', 'interviewers', 'username'], json: ['interviewers'] },
  {
    table: 'mails',
    of: (id) => sql`application_id = ${id} and not ${HAS_REACHED_APPLICANT}`,
    only: ['kind', 'state', 'to_name', 'to_address', 'subject', 'body', 'created_at', 'settled_at'],
  },
  { table: 'import_rows', only: ['line', 'cells', 'problems'], json: ['cells', 'problems'] },
  {
    table: 'tags',
    of: (id) => sql`id in (select tag_id from application_tags where application_id = ${id})`,
    only: ['name'],
  },
  {
    table: 'audit_trail',
    of: (id) => sql`subject = 'application' and subject_id = ${id}`,
    only: ['at', 'username', 'display_name', 'event'],
    json: ['event'],
  },
]

/** Tables with rows of an application that have nothing for its person: numbers, hashes, and words that other tables have. */
export const NOTHING_PERSONAL: readonly (keyof Tables)[] = [
  'application_search',
  'application_tags',
  'resume_replicas',
  'interview_offer_links',
  'colleague_devices',
  'notices',
]

/** A row as it is given: columns with their values. */
export type GivenRow = Record<string, unknown>

/** Reads the rows of an application, by table; a table without any is left out. */
export async function readTables(
  db: Db,
  tables: readonly PersonTable[],
  id: number,
): Promise<Partial<Record<keyof Tables, GivenRow[]>>> {
  const read: Partial<Record<keyof Tables, GivenRow[]>> = {}
  for (const entry of tables) {
    const isOf = entry.of?.(id) ?? sql<boolean>`application_id = ${id}`
    const rows = await sql<GivenRow>`select * from ${sql.table(entry.table)} where ${isOf} order by 1`.execute(db)
    if (rows.rows.length > 0) read[entry.table] = rows.rows.map((row) => givenRow(entry, row))
  }
  return read
}

function givenRow({ only, withheld = [], json = [] }: PersonTable, row: GivenRow): GivenRow {
  const columns = (only ?? Object.keys(row)).filter((column) => !withheld.includes(column))
  return Object.fromEntries(
    columns.map((column) => {
      const value = row[column]
      return [column, json.includes(column) && typeof value === 'string' ? JSON.parse(value) : value]
    }),
  )
}

/** The job alerts of an address, without what only its links need. */
export async function listAlertsOf(db: Db, email: string): Promise<GivenRow[]> {
  return db
    .selectFrom('job_alerts')
    .select(['department', 'job_type', 'place', 'remote', 'words', 'created_at', 'confirmed_at', 'ends_at'])
    .where('email', '=', emailKeyOf(email))
    .orderBy('id')
    .execute()
}
