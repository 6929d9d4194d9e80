import type { ScanState } from '../../contract/vocabulary.ts'
import type { Db, ResumeRow } from '../database/tables.ts'
import { addTask } from '../outbox/outbox-queries.ts'

/** Leaves the scan of what is not scanned, in the transaction of what it follows from, unless one is left already. */
export async function leaveScan(db: Db, now: Date): Promise<void> {
  const left = await db.selectFrom('outbox_tasks').select('id').where('kind', '=', 'scan-resumes').executeTakeFirst()
  if (!left) await addTask(db, { kind: 'scan-resumes', payload: { afterId: 0 } }, now)
}

/** Says where the scan goes on; after the last one, nothing is left of it. */
export async function advanceScan(db: Db, afterId: number, now: Date): Promise<void> {
  await db.deleteFrom('outbox_tasks').where('kind', '=', 'scan-resumes').execute()
  const [next] = await listUnscanned(db, afterId, 1)
  if (next) await addTask(db, { kind: 'scan-resumes', payload: { afterId } }, now)
}

/** The next resumes that were never scanned, in the order of their numbers. */
export function listUnscanned(db: Db, afterId: number, limit: number): Promise<ResumeRow[]> {
  return db
    .selectFrom('resumes')
    .selectAll()
    .where('application_id', '>', afterId)
    .where((where) => where.or([where('scan', 'is', null), where('scan', '=', 'not-scanned')]))
    .orderBy('application_id')
    .limit(limit)
    .execute()
}

/** Notes what a scan has found. */
export async function noteScan(db: Db, applicationId: number, scan: ScanState): Promise<void> {
  await db.updateTable('resumes').set({ scan }).where('application_id', '=', applicationId).execute()
}
