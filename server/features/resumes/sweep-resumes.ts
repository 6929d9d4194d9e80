import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../../platform/database/tables.ts'
import type { TimedWork } from '../../platform/every.ts'
import type { FileStores } from '../../platform/file-stores/file-stores.ts'
import type { LocalStore } from '../../platform/file-stores/local-store.ts'
import type { Services } from '../feature.ts'
import { isReferenced, listReferenced } from './resume-queries.ts'

/** No upload takes this long, so an older file without a row is a leftover. In milliseconds. */
export const GRACE_MS = 60 * 60 * 1000

/** Pause between two sweeps, in milliseconds. */
const PAUSE_MS = 4 * 60 * 60 * 1000

/** How long unreferenced files stay, in case the right rows come back. In milliseconds. */
const UNNAMED_MS = 30 * 24 * 60 * 60 * 1000

/** Files whose rows are looked for at once: one after the other, 100,000 stop all requests for more than a second. */
const BATCH = 500

type Sweeping = { db: Db; store: LocalStore; log: FastifyBaseLogger }

/**
 * Removes what a killed process has left on the disk: temporary files, and stored files that no row refers to. Both are
 * personal data that no admin could see or delete. But the rows may be those of another database or of an older day, so
 * a stored file is moved first and deleted after {@link UNNAMED_MS}.
 * @param options.now for a disk that cannot tell the time because it is full or read-only
 */
export async function sweepResumes(options: Sweeping & { now: Date }): Promise<void> {
  const { store, log } = options
  const diskTime = await store.now().catch(() => options.now)
  const before = new Date(diskTime.getTime() - GRACE_MS)
  const temporary = await store.discardBefore(before)
  const moved = await moveUnreferenced(options, { before, diskTime })
  const deleted = await deleteUnreferenced(options, new Date(diskTime.getTime() - UNNAMED_MS))
  if (temporary + deleted > 0) log.warn({ temporary, deleted }, 'removed unreferenced files')
  if (moved > 0) log.warn({ files: moved }, 'moved unreferenced files to resumes-unnamed for 30 days')
}

async function moveUnreferenced(
  { db, store, log }: Sweeping,
  { before, diskTime }: { before: Date; diskTime: Date },
): Promise<number> {
  let count = 0
  const keys = await store.keysBefore(before)
  for (let begin = 0; begin < keys.length; begin += BATCH) {
    const batch = keys.slice(begin, begin + BATCH)
    const referenced = await listReferenced(db, store.name, batch)
    for (const key of batch.filter((each) => !referenced.has(each))) {
      try {
        await store.moveToUnnamed(key, diskTime)
        count += 1
      } catch (error) {
        // A file of another user of the machine does not stop the sweep or the check.
        log.error({ err: error, key }, 'an unreferenced file could not be moved to resumes-unnamed')
      }
    }
    // SQLite never waits, so no request would run between two batches.
    await yieldToOthers()
  }
  return count
}

async function deleteUnreferenced({ db, store, log }: Sweeping, before: Date): Promise<number> {
  let count = 0
  for (const key of await store.unnamedBefore(before)) {
    // A later read restores it.
    if (await isReferenced(db, store.name, key)) continue
    try {
      await store.remove(key)
      count += 1
    } catch (error) {
      log.error({ err: error, key }, 'an unreferenced file in resumes-unnamed could not be deleted')
    }
  }
  return count
}

/** Sweeps the data folder of this process. Processes may sweep a shared one at once. */
export function sweeping({
  db,
  stores,
  clock,
  log,
}: Pick<Services, 'db' | 'clock' | 'log'> & { stores: Pick<FileStores, 'local'> }): TimedWork {
  return {
    name: 'sweep-files',
    everyMs: PAUSE_MS,
    isDueAtStart: true,
    faultLevel: 'error',
    run: () => sweepResumes({ db, store: stores.local, log, now: clock() }),
  }
}
