import type { Transaction } from 'kysely'
import type { ScanState } from '../../../contract/vocabulary.ts'
import { takeTurn } from '../../platform/database/row-locks.ts'
import type { Db, ResumeRow, Tables } from '../../platform/database/tables.ts'
import { addTask } from '../../platform/outbox/outbox-queries.ts'

/** Leaves the scan of what is not scanned, in the transaction of what it follows from, unless one is left already. */
export async function leaveScan(trx: Transaction<Tables>, now: Date): Promise<void> {
  // Whoever ends the scan at this moment would remove the task without seeing what it was left for.
  await takeTurn(trx, 'scan-resumes')
  const left = await trx.selectFrom('outbox_tasks').select('id').where('kind', '=', 'scan-resumes').executeTakeFirst()
  if (!left) await addTask(trx, { kind: 'scan-resumes', payload: { afterId: 0 } }, now)
}

/** Says where the scan goes on; after the last one, nothing is left of it. */
export async function advanceScan(trx: Transaction<Tables>, afterId: number, now: Date): Promise<void> {
  await takeTurn(trx, 'scan-resumes')
  await trx.deleteFrom('outbox_tasks').where('kind', '=', 'scan-resumes').execute()
  const [next] = await listUnscanned(trx, afterId, 1)
  if (next) await addTask(trx, { kind: 'scan-resumes', payload: { afterId } }, now)
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
