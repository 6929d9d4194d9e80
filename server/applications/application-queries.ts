import type { ApplicationRow, Db, NewApplicationRow, ResumeRow } from '../database/tables.ts'

/** An application with what a list shows of its resume; nulls where there is none. */
export type ApplicationWithResume = ApplicationRow & {
  resume_name: string | null
  resume_kind: ResumeRow['kind'] | null
  resume_size: number | null
}

/** All applications, newest first. */
export function listApplications(db: Db): Promise<ApplicationWithResume[]> {
  return withResume(db).orderBy('created_at', 'desc').orderBy('id', 'desc').execute()
}

/** One application. */
export function findApplication(db: Db, id: number): Promise<ApplicationWithResume | undefined> {
  return withResume(db).where('id', '=', id).executeTakeFirst()
}

/** The application that an earlier attempt of the same submission has stored. */
export function findApplicationByIdempotencyKey(db: Db, key: string): Promise<ApplicationRow | undefined> {
  return db.selectFrom('applications').selectAll().where('idempotency_key', '=', key).executeTakeFirst()
}

/** Stores an application and returns its number. */
export async function insertApplication(db: Db, application: NewApplicationRow): Promise<number> {
  return (await db.insertInto('applications').values(application).returning('id').executeTakeFirstOrThrow()).id
}

/** Stores the row that names a resume's file. */
export async function insertResume(db: Db, resume: ResumeRow): Promise<void> {
  await db.insertInto('resumes').values(resume).execute()
}

/** The resume of an application. */
export function findResume(db: Db, applicationId: number): Promise<ResumeRow | undefined> {
  return db.selectFrom('resumes').selectAll().where('application_id', '=', applicationId).executeTakeFirst()
}

/** Changes an application; undefined when there is none. */
export async function updateApplication(
  db: Db,
  id: number,
  changes: Partial<Pick<ApplicationRow, 'status' | 'archived' | 'feedback' | 'interview_date'>>,
): Promise<ApplicationWithResume | undefined> {
  await db.updateTable('applications').set(changes).where('id', '=', id).execute()
  return findApplication(db, id)
}

/** Removes an application together with its resume row. */
export async function deleteApplication(db: Db, id: number): Promise<void> {
  await db.deleteFrom('applications').where('id', '=', id).execute()
}

function withResume(db: Db) {
  return db
    .selectFrom('applications')
    .leftJoin('resumes', 'resumes.application_id', 'applications.id')
    .selectAll('applications')
    .select(['resumes.original_name as resume_name', 'resumes.kind as resume_kind', 'resumes.size as resume_size'])
}
