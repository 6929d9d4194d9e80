import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { FileStoreName } from '../../../contract/wire/file-store-names.ts'
import type { Clock } from '../../platform/clock.ts'
import { acquireLock } from '../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import type { FileStores } from '../../platform/file-stores/file-stores.ts'
import { scheduleTasks } from '../../platform/outbox/outbox-queries.ts'
import { expectReplicas, listUnreplicated, lockResumes } from './resume-queries.ts'
import { replicateResumeTask } from './resume-task-kinds.ts'

/** Few enough that other writers do not wait long for the database. */
const BATCH = 500

/** Queues replicas of resumes, at least one, in the transaction of the change they follow from. */
export async function queueReplicas(db: Db, resumeIds: number[], store: FileStoreName, now: Date): Promise<void> {
  await expectReplicas(db, resumeIds, store, now)
  const tasks = resumeIds.map((resumeId) => replicateResumeTask({ resumeId, store }))
  await scheduleTasks(db, tasks, now)
}

/** Queues all replicas that any remote store lacks, like {@link queueMissingReplicas}. */
export async function queueAllMissingReplicas(
  db: Kysely<Tables>,
  { remote }: Pick<FileStores, 'remote'>,
  clock: Clock,
): Promise<void> {
  for (const { name } of remote) await queueMissingReplicas(db, name, clock)
}

/**
 * Queues a replica of every resume that has no whole one in a store: those from before the store was configured, and
 * those that failed.
 */
export async function queueMissingReplicas(db: Kysely<Tables>, store: FileStoreName, clock: Clock): Promise<void> {
  for (let afterId: number | undefined = 0; afterId !== undefined; ) {
    afterId = await queueBatch(db, store, { afterId, now: clock() })
    // SQLite never waits, so no request would run between two batches.
    await yieldToOthers()
  }
}

/** @returns the id after which to continue; undefined at the end */
function queueBatch(
  db: Kysely<Tables>,
  store: FileStoreName,
  { afterId, now }: { afterId: number; now: Date },
): Promise<number | undefined> {
  return db.transaction().execute(async (trx) => {
    // Processes that start together would each schedule a task for the same replica.
    await acquireLock(trx, 'queue-replicas')
    const unreplicated = await listUnreplicated(trx, store, { afterId, limit: BATCH })
    const locked = await lockResumes(trx, unreplicated)
    if (locked.length > 0) await queueReplicas(trx, locked, store, now)
    return unreplicated.at(-1)
  })
}
