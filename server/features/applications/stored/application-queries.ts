import { type RawBuilder, sql } from 'kysely'
import type { Receipt } from '../../../../contract/applications/receipt.ts'
import { MAX_ID } from '../../../../contract/wire/limits.ts'
import { engineOf } from '../../../platform/database/engine.ts'
import type { ApplicationRow, Db, NewApplicationRow, ResumeRow } from '../../../platform/database/tables.ts'
import { notFound, type RequestError } from '../../../platform/http/request-error.ts'
import { eraseApplicationTask } from '../../resumes/resume-task-kinds.ts'
import { APPLICANT_COLUMNS, applicationRow, isSearchedDifferently } from './application-fields.ts'
import { indexApplications, reindexApplication, unindexApplications } from './application-search-queries.ts'

/** What a response is made from. */
const RESPONSE_COLUMNS = [
  ...Object.values(APPLICANT_COLUMNS),
  'question_answers',
  'id',
  'status',
  'archived',
  'quarantined',
  'erase_on',
  'verified_receipt',
  'job_id',
  'assignee_id',
  'source',
  'created_at',
  'feedback',
  'interview_date',
  'withdrawn_at',
  'answered_status',
  'answered_at',
  'answered_by',
  'first_answered_at',
  'answer_by',
  'version',
] as const

/** An application with what a list shows of its resume, and who takes care of it; nulls where there is none. */
export type ApplicationWithResume = Pick<ApplicationRow, (typeof RESPONSE_COLUMNS)[number]> & {
  assignee_name: string | null
  /** The last day of the legal hold of its person. */
  held_until: string | null
  /** Whether its erasure was requested: a number on SQLite. */
  is_erasing: unknown
  /** Parted by commas, in no order. */
  tag_ids: string | null
  resume_name: string | null
  resume_kind: ResumeRow['kind'] | null
  resume_size: number | null
  resume_scan: ResumeRow['scan']
  resume_version: number | null
}

/**
 * Applications but those in quarantine, newest first.
 * @param after the last of those before; the newest ones without it
 */
export function listApplications(
  db: Db,
  limit: number,
  after?: Pick<ApplicationRow, 'created_at' | 'id'>,
): Promise<ApplicationWithResume[]> {
  let list = selectWithResume(db).where('quarantined', '=', 0)
  if (after)
    list = list.where(sql<boolean>`(applications.created_at, applications.id) < (${after.created_at}, ${after.id})`)
  return list.orderBy('applications.created_at', 'desc').orderBy('applications.id', 'desc').limit(limit).execute()
}

/** One application. */
export function findApplication(db: Db, id: number): Promise<ApplicationWithResume | undefined> {
  return selectWithResume(db).where('applications.id', '=', id).executeTakeFirst()
}

/** Applications by number, in the order of the numbers given; deleted ones are left out. */
export async function findApplications(db: Db, ids: number[]): Promise<ApplicationWithResume[]> {
  if (ids.length === 0) return []
  const rows = await selectWithResume(db).where('applications.id', 'in', ids).execute()
  const byId = new Map(rows.map((row) => [row.id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Refuses a request for an application that was deleted. */
export function applicationGone(): RequestError {
  return notFound('This application no longer exists.')
}

/** The application that an earlier attempt of the same submission has stored. */
export async function findApplicationByIdempotencyKey(db: Db, key: string | null): Promise<ApplicationRow | undefined> {
  if (key === null) return undefined
  return db.selectFrom('applications').selectAll().where('idempotency_key', '=', key).executeTakeFirst()
}

/** The number of the application that a valid receipt is about, if it is still stored: a new installation gives numbers anew. */
export async function findReceiptOriginal(
  db: Db,
  { reference, time, email }: Pick<Receipt, 'reference' | 'time' | 'email'>,
): Promise<number | undefined> {
  const id = Number(reference.replace('APP-', ''))
  if (id > MAX_ID) return undefined
  const original = await db
    .selectFrom('applications')
    .select(['created_at', 'email'])
    .where('id', '=', id)
    .executeTakeFirst()
  return original?.created_at === time && original.email === email ? id : undefined
}

/** Stores an application, puts it into the text index and returns its number. */
export async function insertApplication(db: Db, application: NewApplicationRow): Promise<number> {
  const inserted = db.insertInto('applications').values(applicationRow(application)).returning('id')
  const { id } = await inserted.executeTakeFirstOrThrow()
  await indexApplications(db, [{ ...application, id }])
  return id
}

/** The columns that an admin changes, and those that the applicant changes by the private link. */
export type ApplicationChanges = Partial<
  Pick<
    ApplicationRow,
    'status' | 'archived' | 'assignee_id' | 'quarantined' | 'feedback' | 'interview_date' | 'note' | 'withdrawn_at'
  >
>

/**
 * Changes applications, all in the same way, and the text index with them.
 * @param before at least one, as they are stored and locked
 * @returns them in the same order, with their next versions
 */
export async function updateApplications(
  db: Db,
  before: readonly ApplicationWithResume[],
  changes: ApplicationChanges,
): Promise<ApplicationWithResume[]> {
  const ids = before.map(({ id }) => id)
  await db
    .updateTable('applications')
    .set((update) => ({ ...changes, version: update('version', '+', 1) }))
    .where('id', 'in', ids)
    .execute()
  const { assignee_id } = changes
  const named = assignee_id === undefined ? {} : { assignee_name: await findName(db, assignee_id) }
  const after: ApplicationWithResume[] = []
  for (const row of before) {
    const changed = { ...row, ...changes, ...named, version: row.version + 1 }
    if (isSearchedDifferently(row, changed)) await reindexApplication(db, row, changed)
    after.push(changed)
  }
  return after
}

/** Notes that applications have moved, from which their period of retention is counted. */
export async function noteMoves(db: Db, ids: readonly number[], now: Date): Promise<void> {
  if (ids.length === 0) return
  await db.updateTable('applications').set({ moved_at: now.toISOString() }).where('id', 'in', ids).execute()
}

async function findName(db: Db, accountId: number | null): Promise<string | null> {
  if (accountId === null) return null
  const account = db.selectFrom('accounts').select(['username', 'display_name']).where('id', '=', accountId)
  const { display_name, username } = await account.executeTakeFirstOrThrow()
  return display_name ?? username
}

/** Removes applications, at least one, together with the rows of their resumes and their words in the text index. */
export async function deleteApplications(db: Db, applications: readonly ApplicationWithResume[]): Promise<void> {
  await unindexApplications(db, applications)
  const ids = applications.map(({ id }) => id)
  await db.deleteFrom('applications').where('id', 'in', ids).execute()
}

function selectTagIds(db: Db): RawBuilder<string | null> {
  const list = sql.raw(engineOf(db) === 'sqlite' ? 'group_concat(tag_id)' : "string_agg(tag_id::text, ',')")
  return sql`(select ${list} from application_tags where application_id = applications.id)`
}

const HELD_UNTIL = sql<
  string | null
>`(select ends_on from legal_holds where legal_holds.email_key = applications.email_key)`

/** A request for erasure withdraws too. The list of tasks does not depend on the row, so that a query reads it once. */
const IS_ERASING = sql`(applications.withdrawn_at is not null and '{"applicationId":' || applications.id || '}' in (
  select payload from outbox_tasks where kind = ${sql.lit(eraseApplicationTask.kind)}
))`

/** Applications with their resumes, to be narrowed down and put in order. */
function selectWithResume(db: Db) {
  return db
    .selectFrom('applications')
    .leftJoin('resumes', (join) =>
      join.onRef('resumes.application_id', '=', 'applications.id').on('resumes.replaced_at', 'is', null),
    )
    .leftJoin('accounts as assignees', 'assignees.id', 'applications.assignee_id')
    .select(RESPONSE_COLUMNS.map((column) => `applications.${column}` as const))
    .select([selectTagIds(db).as('tag_ids'), HELD_UNTIL.as('held_until'), IS_ERASING.as('is_erasing')])
    .select(({ fn }) => fn.coalesce('assignees.display_name', 'assignees.username').as('assignee_name'))
    .select([
      'resumes.original_name as resume_name',
      'resumes.kind as resume_kind',
      'resumes.size as resume_size',
      'resumes.scan as resume_scan',
      'resumes.version as resume_version',
    ])
}
