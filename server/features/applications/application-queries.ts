import { sql } from 'kysely'
import { APPLICANT_FIELDS } from '../../../contract/application.ts'
import type { ApplicationRow, Db, NewApplicationRow, ResumeRow } from '../../platform/database/tables.ts'
import { applicationRow, isSearchedDifferently } from './application-fields.ts'
import { indexApplications, reindexApplication, unindexApplication } from './application-search-queries.ts'

/** What a response is made from. */
const RESPONSE_COLUMNS = [
  ...APPLICANT_FIELDS,
  'id',
  'status',
  'archived',
  'quarantined',
  'job_id',
  'created_at',
  'feedback',
  'interview_date',
  'version',
] as const

/** An application with what a list shows of its resume; nulls where there is none. */
export type ApplicationWithResume = Pick<ApplicationRow, (typeof RESPONSE_COLUMNS)[number]> & {
  resume_name: string | null
  resume_kind: ResumeRow['kind'] | null
  resume_size: number | null
  resume_scan: ResumeRow['scan']
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
  return list.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).execute()
}

/** One application. */
export function findApplication(db: Db, id: number): Promise<ApplicationWithResume | undefined> {
  return selectWithResume(db).where('id', '=', id).executeTakeFirst()
}

/** The application that an earlier attempt of the same submission has stored. */
export function findApplicationByIdempotencyKey(db: Db, key: string): Promise<ApplicationRow | undefined> {
  return db.selectFrom('applications').selectAll().where('idempotency_key', '=', key).executeTakeFirst()
}

/** Stores an application, puts it into the text index and returns its number. */
export async function insertApplication(db: Db, application: NewApplicationRow): Promise<number> {
  const inserted = db.insertInto('applications').values(applicationRow(application)).returning('id')
  const { id } = await inserted.executeTakeFirstOrThrow()
  await indexApplications(db, [{ ...application, id }])
  return id
}

/** The columns that an admin changes. */
export type ApplicationChanges = Partial<
  Pick<ApplicationRow, 'status' | 'archived' | 'quarantined' | 'feedback' | 'interview_date'>
>

/** Changes an application, and the text index with it. @param before as it is stored and locked */
export async function updateApplication(
  db: Db,
  before: ApplicationWithResume,
  changes: ApplicationChanges & Partial<Pick<ApplicationRow, 'version'>>,
): Promise<ApplicationWithResume> {
  await db.updateTable('applications').set(changes).where('id', '=', before.id).execute()
  const after = { ...before, ...changes }
  if (isSearchedDifferently(before, after)) await reindexApplication(db, before, after)
  return after
}

/** Removes an application together with its resume's rows and its words in the text index. */
export async function deleteApplication(db: Db, application: ApplicationWithResume): Promise<void> {
  await unindexApplication(db, application)
  await db.deleteFrom('applications').where('id', '=', application.id).execute()
}

/** Applications with their resumes, to be narrowed down and put in order. */
export function selectWithResume(db: Db) {
  return db
    .selectFrom('applications')
    .leftJoin('resumes', 'resumes.application_id', 'applications.id')
    .select(RESPONSE_COLUMNS.map((column) => `applications.${column}` as const))
    .select([
      'resumes.original_name as resume_name',
      'resumes.kind as resume_kind',
      'resumes.size as resume_size',
      'resumes.scan as resume_scan',
    ])
}
