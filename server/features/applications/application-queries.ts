import { sql } from 'kysely'
import { applicationSearchColumns } from '../../platform/database/application-search.ts'
import type { ApplicationRow, Db, NewApplicationRow, ResumeRow } from '../../platform/database/tables.ts'

/** What an answer is made from: not the text for searching, which is as long as all the others together. */
const ANSWER_COLUMNS = [
  'applications.id',
  'applications.name',
  'applications.email',
  'applications.phone',
  'applications.note',
  'applications.status',
  'applications.archived',
  'applications.quarantined',
  'applications.job_id',
  'applications.created_at',
  'applications.feedback',
  'applications.interview_date',
  'applications.version',
] as const

type AnswerColumn = (typeof ANSWER_COLUMNS)[number] extends `applications.${infer Column}` ? Column : never

/** An application with what a list shows of its resume; nulls where there is none. */
export type ApplicationWithResume = Pick<ApplicationRow, AnswerColumn> & {
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

/** Stores an application, with what it is found by, and returns its number. */
export async function insertApplication(db: Db, application: NewApplicationRow): Promise<number> {
  const row = { ...application, ...applicationSearchColumns(application) }
  return (await db.insertInto('applications').values(row).returning('id').executeTakeFirstOrThrow()).id
}

/** Changes an application; undefined when there is none. */
export async function updateApplication(
  db: Db,
  id: number,
  changes: Partial<
    Pick<ApplicationRow, 'status' | 'archived' | 'quarantined' | 'feedback' | 'interview_date' | 'version'>
  >,
): Promise<ApplicationWithResume | undefined> {
  await db.updateTable('applications').set(changes).where('id', '=', id).execute()
  return findApplication(db, id)
}

/** Removes an application together with its resume's rows. */
export async function deleteApplication(db: Db, id: number): Promise<void> {
  await db.deleteFrom('applications').where('id', '=', id).execute()
}

/** Applications with their resumes, to be narrowed down and put in order. */
export function selectWithResume(db: Db) {
  return db
    .selectFrom('applications')
    .leftJoin('resumes', 'resumes.application_id', 'applications.id')
    .select(ANSWER_COLUMNS)
    .select([
      'resumes.original_name as resume_name',
      'resumes.kind as resume_kind',
      'resumes.size as resume_size',
      'resumes.scan as resume_scan',
    ])
}
