import { sql } from 'kysely'
import { deleteResumeTask, eraseApplicationTask } from '../../features/resumes/resume-task-kinds.ts'
import { FEATURE_TASKS } from '../../features.ts'
import type { Db } from '../../platform/database/tables.ts'
import { LOCAL_STORE } from '../../platform/file-stores/local-store.ts'

/** A resume as its rows describe it. */
export type ResumeFile = {
  id: number
  application: number
  /** Whether the applicant sent another one since. */
  isEarlier: boolean
  sha256: string
  /** Its name in the data folder; null when no row expects it there. */
  key: string | null
  /** Whether a bucket or cloud drive has it too. */
  isRemote: boolean
}

/** Every resume, also the earlier ones, in the order in which they came. */
export async function listResumeFiles(db: Db): Promise<ResumeFile[]> {
  const rows = await db
    .selectFrom('resumes')
    .leftJoin('resume_replicas as local', (join) =>
      join.onRef('local.resume_id', '=', 'resumes.id').on('local.store', '=', LOCAL_STORE),
    )
    .select(({ exists, selectFrom }) => [
      'resumes.id',
      'resumes.application_id as application',
      'replaced_at',
      'sha256',
      'local.key',
      exists(
        selectFrom('resume_replicas as remote')
          .select('remote.resume_id')
          .whereRef('remote.resume_id', '=', 'resumes.id')
          .where('remote.store', '!=', LOCAL_STORE)
          .where('remote.state', '=', 'stored'),
      ).as('isRemote'),
    ])
    .orderBy('resumes.id')
    .execute()
  return rows.map(({ replaced_at, ...row }) => ({
    ...row,
    isEarlier: replaced_at !== null,
    isRemote: Boolean(row.isRemote),
  }))
}

/** Keys of local files that the outbox is about to delete, and rows of tasks that cannot be read. */
export async function listPendingTasks(db: Db): Promise<{ deletedKeys: Set<string>; unreadableTasks: number[] }> {
  const deletedKeys = new Set<string>()
  const unreadableTasks: number[] = []
  const rows = await db.selectFrom('outbox_tasks').select(['id', 'kind', 'payload']).orderBy('id').execute()
  for (const row of rows) {
    const deletion = deleteResumeTask.read(row)
    if (deletion?.store === LOCAL_STORE) deletedKeys.add(deletion.key)
    else if (!FEATURE_TASKS.some(({ task }) => task.read(row))) unreadableTasks.push(row.id)
  }
  return { deletedKeys, unreadableTasks }
}

/** The erasures that have not ended, the oldest first. */
export function listWaitingErasures(db: Db): Promise<{ last_error: string | null }[]> {
  const tasks = db.selectFrom('outbox_tasks').select('last_error').where('kind', '=', eraseApplicationTask.kind)
  return tasks.orderBy('id').execute()
}

/** How many applications that are gone have words in the search index of SQLite, which no foreign key keeps in step. */
export async function countSearchedGone(db: Db): Promise<number> {
  await sql`create virtual table if not exists temp.searched using fts5vocab(main, application_search, instance)`.execute(
    db,
  )
  const { rows } = await sql<{ gone: number }>`
    select count(distinct doc) as gone from temp.searched where doc not in (select id from applications)`.execute(db)
  return Number(rows[0]?.gone)
}

/** How many rows an operator would count. */
export async function countRows(db: Db): Promise<{ applications: number; postings: number; resumes: number }> {
  const count = async (table: 'applications' | 'jobs' | 'resumes') => {
    const query = db.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('rows'))
    return (await query.executeTakeFirstOrThrow()).rows
  }
  return { applications: await count('applications'), postings: await count('jobs'), resumes: await count('resumes') }
}
