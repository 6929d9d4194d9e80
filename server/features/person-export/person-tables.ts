import { sql } from 'kysely'
import { DELIVERED_MAIL } from '../../../contract/messages/mail-terms.ts'
import { emailKeyOf } from '../../../contract/wire/email-address.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { isInOrPerhapsSent } from '../../platform/mail/perhaps-sent.ts'

/** Rows of a table that belong to one application, as they are given to the person whom they are about. */
type PersonTable = {
  table: keyof Tables
  /** Which rows, in SQL; those of its column `application_id` unless it says otherwise. */
  of?: (id: number) => ReturnType<typeof sql<boolean>>
  /** The columns that are given. */
  given: readonly string[]
  /** The columns that no entry of this table gives, named once: secrets, what is derived, and what only the program needs. */
  withheld?: readonly string[]
  /** Columns that hold JSON. */
  json?: readonly string[]
  /** The order of the rows; `id` unless it says otherwise. */
  orderBy?: string
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
    given: [
      ...['id', 'name', 'email', 'phone', 'note', 'linkedin_url', 'portfolio_url', 'question_answers'],
      ...['status', 'archived', 'quarantined', 'verified_receipt', 'job_id', 'source', 'created_at', 'version'],
      ...['interview_date', 'withdrawn_at', 'moved_at', 'kept_from', 'erase_on'],
      ...['answered_status', 'answered_at', 'first_answered_at', 'answer_by', 'first_answer_by'],
    ],
    withheld: [...OF_REQUEST, 'name_key', 'email_key', 'phone_digits', 'is_recovery', 'assignee_id', 'import_id'],
    json: ['question_answers', 'verified_receipt'],
  },
  {
    table: 'resumes',
    given: [
      ...['id', 'application_id', 'version', 'original_name', 'kind', 'size', 'sha256', 'scan', 'replaced_at'],
      'reply_id',
    ],
  },
  {
    table: 'resume_texts',
    given: ['application_id', 'state', 'text', 'pages', 'is_truncated', 'parser_version', 'extracted_at'],
    orderBy: 'application_id',
  },
  {
    table: 'interviews',
    given: [
      ...['id', 'application_id', 'uid', 'starts_at', 'ends_at', 'time_zone', 'kind', 'place', 'state'],
      ...['cancelled_at', 'response', 'response_reason', 'responded_at', 'sequence', 'changed_at', 'version'],
      ...['created_at', 'invited_at'],
    ],
    withheld: [...OF_REQUEST, 'scorecards_asked_for'],
  },
  {
    table: 'interview_offers',
    given: [
      ...['id', 'application_id', 'state', 'times', 'minutes', 'time_zone', 'kind', 'place', 'last_day', 'ends_at'],
      ...['remind_at', 'reason', 'interview_id', 'closed_at', 'created_at'],
    ],
    withheld: OF_REQUEST,
    json: ['times'],
  },
  {
    table: 'mails',
    of: (id) => sql`application_id = ${id} and ${HAS_REACHED_APPLICANT}`,
    given: [
      ...['kind', 'state', 'to_name', 'to_address', 'subject', 'body', 'receipt', 'calendar'],
      ...['created_at', 'attempted_at', 'settled_at', 'response', 'message_id'],
    ],
    withheld: [
      ...['id', 'reason', 'application_id', 'account_id', 'alert_id', 'day', 'change_id', 'interview_id', 'offer_id'],
      ...['invitation_id', 'comment_id', 'colleague_question_id', 'scorecard_interview_id', 'username', 'job_ids'],
      ...['to_interviewer', 'cancelled_at', 'superseded_by', 'superseded_state', 'replaced_by', 'perhaps_sent_at'],
      ...['not_before', 'task_number', 'attempts', 'content_begun_at', 'deferred_since'],
    ],
    json: ['receipt'],
  },
  {
    table: 'replies',
    given: [
      ...['nature', 'from_name', 'from_address', 'subject', 'body', 'quoted', 'left_out'],
      ...['sent_at', 'received_at', 'answered_at', 'message_id'],
    ],
    withheld: [
      ...['id', 'application_id', 'mail_id', 'identity', 'reference_ids', 'is_other_address', 'is_cut'],
      ...['answered_by', 'answered_mail_id'],
    ],
    json: ['left_out'],
  },
  {
    table: 'application_links',
    given: ['created_at', 'expires_at', 'revoked_at', 'opens'],
    withheld: ['token_hash', 'application_id'],
    orderBy: 'created_at',
  },
  { table: 'consents', given: ['id', 'application_id', 'text_version', 'given_at', 'withdrawn_at'] },
  {
    table: 'consent_texts',
    of: (id) => sql`version in (select text_version from consents where application_id = ${id})`,
    given: ['version', 'text'],
    withheld: ['saved_by', 'saved_at'],
    orderBy: 'version',
  },
]

/** What colleagues wrote about the applicant and did with the application. */
export const OF_COLLEAGUES: readonly PersonTable[] = [
  { table: 'applications', of: (id) => sql`id = ${id}`, given: ['feedback', 'answered_by'] },
  {
    table: 'feedback_versions',
    given: ['began_at', 'saved_at', 'username', 'text'],
    withheld: ['id', 'application_id', 'account_id'],
  },
  {
    table: 'comments',
    given: [
      ...['id', 'application_id', 'account_id', 'author_name', 'colleague_question_id', 'verdict', 'text', 'version'],
      ...['created_at', 'edited_at', 'deleted_at'],
    ],
    withheld: ['idempotency_key', 'mentions'],
  },
  {
    table: 'comment_versions',
    of: through('comment_id', 'comments'),
    given: ['id', 'comment_id', 'text', 'until'],
  },
  {
    table: 'scorecards',
    given: [
      ...['id', 'application_id', 'account_id', 'email', 'author_name', 'answers', 'skipped_at', 'version'],
      ...['created_at', 'changed_at'],
    ],
    withheld: ['device_hash'],
    json: ['answers'],
  },
  {
    table: 'scorecard_versions',
    of: through('scorecard_id', 'scorecards'),
    given: ['id', 'scorecard_id', 'answers', 'until'],
    json: ['answers'],
  },
  {
    table: 'colleague_questions',
    given: ['email', 'question', 'asked_by', 'created_at', 'expires_at', 'ended_at', 'last_opened_at'],
    withheld: [
      ...['id', 'application_id', 'interview_id', 'asked_by_id', 'token_hash', 'link_shown_at'],
      ...['code_hash', 'code_expires_at', 'code_tries'],
    ],
  },
  { table: 'interviews', given: ['id', 'starts_at', 'interviewers'], json: ['interviewers'] },
  { table: 'interview_offers', given: ['id', 'interviewers', 'username'], json: ['interviewers'] },
  {
    table: 'mails',
    of: (id) => sql`application_id = ${id} and not ${HAS_REACHED_APPLICANT}`,
    given: ['kind', 'state', 'to_name', 'to_address', 'subject', 'body', 'created_at', 'settled_at'],
  },
  {
    table: 'import_rows',
    given: ['line', 'cells', 'problems'],
    withheld: ['import_id', 'number', 'email_key', 'state', 'application_id'],
    json: ['cells', 'problems'],
    orderBy: 'line',
  },
  {
    table: 'tags',
    of: (id) => sql`id in (select tag_id from application_tags where application_id = ${id})`,
    given: ['name'],
    withheld: ['id', 'name_key', 'color', 'created_at'],
  },
  {
    table: 'audit_trail',
    of: (id) => sql`subject = 'application' and subject_id = ${id}`,
    given: ['at', 'username', 'display_name', 'event'],
    withheld: [
      ...['id', 'account_id', 'subject', 'subject_id', 'version', 'action', 'sealed_as', 'event_hash', 'seal'],
      'token_name',
    ],
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
    const { table, given, of, orderBy = 'id' } = entry
    const columns = sql.join(given.map((column) => sql.ref(column)))
    const isOf = of?.(id) ?? sql<boolean>`application_id = ${id}`
    const query = sql<GivenRow>`select ${columns} from ${sql.table(table)} where ${isOf} order by ${sql.ref(orderBy)}`
    const { rows } = await query.execute(db)
    if (rows.length > 0) read[table] = rows.map((row) => givenRow(entry, row))
  }
  return read
}

function givenRow({ json = [] }: PersonTable, row: GivenRow): GivenRow {
  const parsed = json.flatMap((column) => {
    const value = row[column]
    return typeof value === 'string' ? [[column, JSON.parse(value)]] : []
  })
  return { ...row, ...Object.fromEntries(parsed) }
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
