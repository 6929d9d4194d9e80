import { deleteResumeTask, RESUME_TASKS } from '../../features/resumes/resume-task-kinds.ts'
import type { Db } from '../../platform/database/tables.ts'

/** A file that a resume names on the local disk. */
export type LocalFile = { application: number; key: string; sha256: string }

/** Every file that should be on the local disk. */
export async function listLocalFiles(db: Db): Promise<LocalFile[]> {
  const rows = await db
    .selectFrom('resume_replicas')
    .innerJoin('resumes', 'resumes.application_id', 'resume_replicas.application_id')
    .select(['resumes.application_id as application', 'key', 'sha256'])
    .where('store', '=', 'local')
    .where('key', 'is not', null)
    .orderBy('resumes.application_id')
    .$narrowType<{ key: string }>()
    .execute()
  return rows
}

/** Applications whose resume a cloud drive has. */
export async function listCloudStored(db: Db): Promise<Set<number>> {
  const rows = await db
    .selectFrom('resume_replicas')
    .select('application_id')
    .where('store', '!=', 'local')
    .where('state', '=', 'stored')
    .execute()
  return new Set(rows.map((row) => row.application_id))
}

/** Applications whose resume no row places on the local disk. */
export async function listWithoutLocal(db: Db): Promise<number[]> {
  const rows = await db
    .selectFrom('resumes')
    .leftJoin('resume_replicas', (join) =>
      join.onRef('resume_replicas.application_id', '=', 'resumes.application_id').on('store', '=', 'local'),
    )
    .select('resumes.application_id')
    .where('key', 'is', null)
    .execute()
  return rows.map((row) => row.application_id)
}

/** Keys of local files that the server is about to remove, and the numbers of tasks that do not say what they are. */
export async function listPendingDeletions(db: Db): Promise<{ leaving: Set<string>; unreadable: number[] }> {
  const leaving = new Set<string>()
  const unreadable: number[] = []
  const rows = await db.selectFrom('outbox_tasks').select(['id', 'kind', 'payload']).orderBy('id').execute()
  for (const row of rows) {
    const deletion = deleteResumeTask.read(row)
    if (deletion) leaving.add(deletion.key)
    else if (!RESUME_TASKS.some((task) => task.read(row))) unreadable.push(row.id)
  }
  return { leaving, unreadable }
}

/** How much there is. */
export type Counts = { applications: number; postings: number; resumes: number; cloudOnly: number }

/** Counts the rows that an operator would count. */
export async function countRows(db: Db): Promise<Omit<Counts, 'cloudOnly'>> {
  const count = async (table: 'applications' | 'jobs' | 'resumes') => {
    const row = await db
      .selectFrom(table)
      .select(({ fn }) => fn.countAll<number>().as('rows'))
      .executeTakeFirstOrThrow()
    return row.rows
  }
  return { applications: await count('applications'), postings: await count('jobs'), resumes: await count('resumes') }
}
