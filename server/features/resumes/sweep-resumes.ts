import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { LocalStore } from '../../platform/file-stores/local/local-store.ts'
import { isReferenced } from './resume-queries.ts'

/** No upload lasts this long, so what is older and has no row belongs to nobody. In milliseconds. */
export const GRACE_MS = 60 * 60 * 1000

/** So long the files that no row names are kept, for the day on which the right rows are back. In milliseconds. */
const ASIDE_MS = 30 * 24 * 60 * 60 * 1000

type Swept = { db: Db; store: LocalStore; log: FastifyBaseLogger }

/**
 * Tidies up what a killed process has left on the disk: temporary files are removed, kept files that no row names are set
 * aside. Both are personal data that nobody could see or delete. But the rows may be those of another database, or of an
 * older day, so a kept file is deleted only once it has been set aside for {@link ASIDE_MS}.
 * @param options.now taken where the disk cannot say what time it is, being full or read-only
 */
export async function sweepResumes(options: Swept & { now: Date }): Promise<void> {
  const { store, log } = options
  const diskTime = await store.now().catch(() => options.now)
  const before = new Date(diskTime.getTime() - GRACE_MS)
  const temporary = await store.discardBefore(before)
  const aside = await setUnnamedAside(options, { before, diskTime })
  const deleted = await deleteUnnamed(options, new Date(diskTime.getTime() - ASIDE_MS))
  if (temporary + deleted > 0) log.warn({ temporary, deleted }, 'removed files that no application names')
  if (aside > 0) log.warn({ files: aside }, 'files that no application names are kept in resumes-unnamed for 30 days')
}

async function setUnnamedAside(
  { db, store, log }: Swept,
  { before, diskTime }: { before: Date; diskTime: Date },
): Promise<number> {
  let count = 0
  for (const key of await store.keysBefore(before)) {
    if (await isReferenced(db, 'local', key)) continue
    try {
      await store.setAside(key, diskTime)
      count += 1
    } catch (error) {
      // One that belongs to another user keeps no other from being swept, nor from being checked.
      log.error({ err: error, key }, 'a file that no application names could not be moved to resumes-unnamed')
    }
  }
  return count
}

async function deleteUnnamed({ db, store, log }: Swept, before: Date): Promise<number> {
  let count = 0
  for (const key of await store.asideBefore(before)) {
    // Named again, it is taken back by whoever looks for it.
    if (await isReferenced(db, 'local', key)) continue
    try {
      await store.remove(key)
      count += 1
    } catch (error) {
      log.error({ err: error, key }, 'a file in resumes-unnamed that no application names could not be deleted')
    }
  }
  return count
}

/** Sweeps the disk of this machine now and every hour, where the check of all files is made by any machine. */
export function startSweeping({ clock, isPaused, ...parts }: Swept & { clock: Clock; isPaused(): boolean }): {
  stop(): Promise<void>
} {
  let underWay = Promise.resolve()
  const sweep = () => {
    if (isPaused()) return
    underWay = sweepResumes({ ...parts, now: clock() }).catch((error) => {
      parts.log.error({ err: error }, 'disk not swept')
    })
  }
  sweep()
  const timer = setInterval(sweep, GRACE_MS).unref()
  return {
    stop: () => {
      clearInterval(timer)
      return underWay
    },
  }
}
