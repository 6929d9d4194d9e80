import type { Transaction } from 'kysely'
import { takeTurn } from '../../platform/database/row-locks.ts'
import type { Db, ReplicaRow, ResumeRow, Tables } from '../../platform/database/tables.ts'
import { addTask } from '../../platform/outbox/outbox-queries.ts'
import { listCopies } from './resume-queries.ts'

/** A resume with all its places. */
export type ResumeWithCopies = ResumeRow & { copies: ReplicaRow[] }

/** The next resumes to look at, in the order of their numbers. */
export async function listResumesAfter(db: Db, afterId: number, limit: number): Promise<ResumeWithCopies[]> {
  const resumes = await db
    .selectFrom('resumes')
    .selectAll()
    .where('application_id', '>', afterId)
    .orderBy('application_id')
    .limit(limit)
    .execute()
  return Promise.all(
    resumes.map(async (resume) => ({ ...resume, copies: await listCopies(db, resume.application_id) })),
  )
}

/** Where a check goes on: after which resume, and whether those checked today already are read again. */
export type CheckPoint = { afterId: number; isFull: boolean }

/**
 * Says where the check goes on. There is one check at a time, so this replaces what was planned before.
 * @param delayMs how long it is put off, in milliseconds
 */
export async function planCheck(trx: Transaction<Tables>, point: CheckPoint, now: Date, delayMs = 0): Promise<void> {
  await takeTurn(trx, 'check-resumes')
  await trx.deleteFrom('outbox_tasks').where('kind', '=', 'check-resumes').execute()
  await addTask(trx, { kind: 'check-resumes', payload: point }, now, delayMs)
}

/** Notes that a check begins. */
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

/** Has all files read again now, unless a check is under way. */
export async function requestCheck(trx: Transaction<Tables>, now: Date): Promise<void> {
  await takeTurn(trx, 'check-resumes')
  if (await isCheckUnderWay(trx)) return
  await beginCheck(trx, now)
  await planCheck(trx, { afterId: 0, isFull: true }, now)
}

/** Whether a check has begun and not ended. After a stop it goes on where it was. */
export async function isCheckUnderWay(db: Db): Promise<boolean> {
  const check = await findCheck(db)
  return check !== undefined && check.finished_at === null
}

/** Notes how far a check has come. */
export async function advanceCheck(db: Db, checked: number): Promise<void> {
  await db
    .updateTable('resume_check')
    .set((update) => ({ checked: update('checked', '+', checked) }))
    .execute()
}

/** Notes that a check is done. */
export async function finishCheck(db: Db, now: Date): Promise<void> {
  await db.updateTable('resume_check').set({ finished_at: now.toISOString() }).execute()
}

/** The latest check. */
export function findCheck(db: Db) {
  return db.selectFrom('resume_check').selectAll().executeTakeFirst()
}
