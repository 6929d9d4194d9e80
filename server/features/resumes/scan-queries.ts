import type { Transaction } from 'kysely'
import type { ScanState } from '../../../contract/applications/resume-kinds.ts'
import { acquireLock } from '../../platform/database/row-locks.ts'
import type { Db, ResumeRow, Tables } from '../../platform/database/tables.ts'
import { cancelTasks, findTask, scheduleTask } from '../../platform/outbox/outbox-queries.ts'
import { scanResumesTask } from './resume-task-kinds.ts'

const SCAN_LOCK = 'scan-resumes'

/** Schedules a scan of the unscanned resumes, unless there is one, in the transaction of the change it follows from. */
export async function scheduleScan(trx: Transaction<Tables>, now: Date): Promise<void> {
  // Otherwise a scan that ends at this moment would remove the task without a look at the new resume.
  await acquireLock(trx, SCAN_LOCK)
  if (!(await findTask(trx, scanResumesTask.kind))) await scheduleTask(trx, scanResumesTask({ afterId: 0 }), now)
}

/** Schedules the next slice of the scan, unless there is nothing more to scan. */
export async function advanceScan(trx: Transaction<Tables>, afterId: number, now: Date): Promise<void> {
  await acquireLock(trx, SCAN_LOCK)
  await cancelTasks(trx, scanResumesTask.kind)
  const [next] = await listUnscanned(trx, afterId, 1)
  if (next) await scheduleTask(trx, scanResumesTask({ afterId }), now)
}

/** The next resumes that were never scanned, in the order of their ids. */
export function listUnscanned(db: Db, afterId: number, limit: number): Promise<ResumeRow[]> {
  return db
    .selectFrom('resumes')
    .selectAll()
    .where('id', '>', afterId)
    .where((where) => where.or([where('scan', 'is', null), where('scan', '=', 'not-scanned')]))
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** Records the result of a scan. */
export async function recordScan(db: Db, resumeId: number, scan: ScanState): Promise<void> {
  await db.updateTable('resumes').set({ scan }).where('id', '=', resumeId).execute()
}
