import type { Transaction } from 'kysely'
import type { FileStoreName } from '../../../contract/wire/file-store-names.ts'
import { acquireLock } from '../../platform/database/row-locks.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { type FileStore, StoreFault } from '../../platform/file-stores/file-store.ts'
import { type FileStores, storeNamed } from '../../platform/file-stores/file-stores.ts'
import { scheduleTasks } from '../../platform/outbox/outbox-queries.ts'
import { handleTask } from '../../platform/outbox/task-kinds.ts'
import type { FeatureTask, Services } from '../feature.ts'
import { CHECK_LOCK, isCheckUnderWay, scheduleCheck } from './check-queries.ts'
import { checkResumes } from './check-resumes.ts'
import { queueAllMissingReplicas } from './queue-replicas.ts'
import { replicateResume } from './replicate-resume.ts'
import { findReplicas, isReferenced, listResumeIds, lockReplicas } from './resume-queries.ts'
import { checkResumesTask, deleteResumeTask, replicateResumeTask, scanResumesTask } from './resume-task-kinds.ts'
import { scheduleScan } from './scan-queries.ts'
import { scanResumes } from './scan-resumes.ts'

/** An upload that runs when its application is deleted has ended after this time. In milliseconds. */
const UPLOAD_LIMIT_MS = 15 * 60_000

/** The tasks with the files of resumes. */
export const resumeTasks: FeatureTask[] = [
  {
    task: replicateResumeTask,
    handler: (services) =>
      handleTask(replicateResumeTask, ({ resumeId, store }) =>
        replicateResume({ ...services, target: requireStore(services.stores, store) }, resumeId),
      ),
  },
  {
    task: deleteResumeTask,
    handler: ({ db, stores }) =>
      handleTask(deleteResumeTask, async ({ store, key }) => {
        if (!(await isReferenced(db, store, key))) await requireStore(stores, store).remove(key)
      }),
  },
  {
    task: checkResumesTask,
    handler: (services) => handleTask(checkResumesTask, (point) => checkResumes(services, point)),
  },
  {
    task: scanResumesTask,
    handler: (services) => handleTask(scanResumesTask, (point) => scanResumes(services, point)),
  },
]

function requireStore(stores: FileStores, name: FileStoreName): FileStore {
  const store = storeNamed(stores, name)
  if (store) return store
  throw new StoreFault(`There is a task for ${name}, which is not configured.`, { isPermanent: false })
}

/** Call it at the start: schedules a check of all files, missing replicas, and scans of unscanned files. */
export async function scheduleResumeTasks(
  services: Pick<Services, 'db' | 'clock'> & { stores: Pick<FileStores, 'remote'>; hasScanner: boolean },
): Promise<void> {
  const { db, stores, clock, hasScanner } = services
  await db.transaction().execute(async (trx) => {
    await acquireLock(trx, CHECK_LOCK)
    if (!(await isCheckUnderWay(trx))) await scheduleCheck(trx, { afterId: 0, isFull: false }, clock())
    if (hasScanner) await scheduleScan(trx, clock())
  })
  await queueAllMissingReplicas(db, stores, clock)
}

/** Schedules the deletion of all files of applications, of at least one, in the transaction that deletes their rows. */
export async function scheduleDeletions(trx: Transaction<Tables>, applicationIds: number[], now: Date): Promise<void> {
  // A worker that assigns a key after this finds the application deleted; the file of one that did before is deleted.
  const resumes = await listResumeIds(trx, applicationIds)
  if (resumes.length === 0) return
  await lockReplicas(trx, resumes)
  const replicas = await findReplicas(trx, resumes)
  const deletions = replicas.flatMap(({ store, key, state }) =>
    key === null
      ? []
      : [{ task: deleteResumeTask({ store, key }), delayMs: state === 'waiting' ? UPLOAD_LIMIT_MS : 0 }],
  )
  for (const [delayMs, group] of Map.groupBy(deletions, (deletion) => deletion.delayMs)) {
    const tasks = group.map(({ task }) => task)
    await scheduleTasks(trx, tasks, now, delayMs)
  }
}
