import type { Transaction } from 'kysely'
import { acquireLock } from '../../platform/database/row-locks.ts'
import type { Db, ReplicaRow, ResumeRow, Tables } from '../../platform/database/tables.ts'
import { cancelTasks, scheduleTask } from '../../platform/outbox/outbox-queries.ts'
import { listReplicas } from './resume-queries.ts'
import { checkResumesTask } from './resume-task-kinds.ts'

/** Serialises what begins, schedules and ends a check. */
export const CHECK_LOCK = 'check-resumes'

/** A resume with all its replicas. */
export type ResumeWithReplicas = ResumeRow & { replicas: ReplicaRow[] }

/** The next resumes to check, in the order of their ids. */
export async function listResumesAfter(db: Db, afterId: number, limit: number): Promise<ResumeWithReplicas[]> {
  const resumes = await db
    .selectFrom('resumes')
    .selectAll()
    .where('id', '>', afterId)
    .orderBy('id')
    .limit(limit)
    .execute()
  return Promise.all(resumes.map(async (resume) => ({ ...resume, replicas: await listReplicas(db, resume.id) })))
}

/** Where a check resumes: after which resume, and whether it reads files that were compared recently. */
export type CheckPoint = { afterId: number; isFull: boolean }

/**
 * Schedules the next slice of the check. There is one check at a time, so this replaces the planned one.
 * @param delayMs in milliseconds
 */
export async function scheduleCheck(
  trx: Transaction<Tables>,
  point: CheckPoint,
  now: Date,
  delayMs = 0,
): Promise<void> {
  await acquireLock(trx, CHECK_LOCK)
  await cancelTasks(trx, checkResumesTask.kind)
  await scheduleTask(trx, checkResumesTask(point), now, delayMs)
}

/** Records that a check begins. */
export async function beginCheck(db: Db, now: Date): Promise<void> {
  const { total } = await db
    .selectFrom('resumes')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const values = { started_at: now.toISOString(), finished_at: null, total, checked: 0 }
  await db
    .insertInto('resume_check')
    .values({ id: 1, ...values })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute()
}

/** Requests a check that reads all files, unless one is under way. */
export async function requestCheck(trx: Transaction<Tables>, now: Date): Promise<void> {
  await acquireLock(trx, CHECK_LOCK)
  if (await isCheckUnderWay(trx)) return
  await beginCheck(trx, now)
  await scheduleCheck(trx, { afterId: 0, isFull: true }, now)
}

/** Whether a check has begun and not ended. After a stop it resumes. */
export async function isCheckUnderWay(db: Db): Promise<boolean> {
  const check = await findCheck(db)
  return check !== undefined && check.finished_at === null
}

/** Adds to the number of checked resumes. */
export async function advanceCheck(db: Db, checked: number): Promise<void> {
  await db
    .updateTable('resume_check')
    .set((update) => ({ checked: update('checked', '+', checked) }))
    .execute()
}

/** Records that a check has ended. */
export async function finishCheck(db: Db, now: Date): Promise<void> {
  await db.updateTable('resume_check').set({ finished_at: now.toISOString() }).execute()
}

/** The latest check. */
export function findCheck(db: Db) {
  return db.selectFrom('resume_check').selectAll().executeTakeFirst()
}
