import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/tables.ts'
import { isNamed } from './resume-queries.ts'
import type { ResumeStore } from './resume-store.ts'

/** No upload lasts this long, so what is older and has no row belongs to nobody. In milliseconds. */
export const GRACE_MS = 60 * 60 * 1000

type Swept = { db: Db; store: ResumeStore; log: FastifyBaseLogger }

/**
 * Removes what a killed process has left on the disk: temporary files, and kept files that no row names. Both are
 * personal data that nobody could see or delete.
 * @param options.now taken where the disk cannot say what time it is, being full or read-only
 */
export async function sweepResumes(options: Swept & { now: Date }): Promise<void> {
  const { db, store, now, log } = options
  const diskTime = await store.now().catch(() => now)
  const before = new Date(diskTime.getTime() - GRACE_MS)
  const temporary = await store.discardBefore(before)
  let orphaned = 0
  for (const key of await store.keysBefore(before)) {
    if (await isNamed(db, 'local', key)) continue
    await store.remove(key)
    orphaned += 1
  }
  if (temporary + orphaned > 0) log.warn({ temporary, orphaned }, 'removed files that no application names')
}

/** Sweeps the disk of this machine now and every hour, where the check of all files is made by any machine. */
export function startSweeping({ clock, ...parts }: Swept & { clock: Clock }): { stop(): Promise<void> } {
  let underWay = Promise.resolve()
  const sweep = () => {
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
