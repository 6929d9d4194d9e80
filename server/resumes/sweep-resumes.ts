import type { FastifyBaseLogger } from 'fastify'
import type { Db } from '../database/tables.ts'
import { isNamed } from './resume-queries.ts'
import type { ResumeStore } from './resume-store.ts'

/** No upload lasts this long, so what is older and has no row belongs to nobody. In milliseconds. */
const GRACE_MS = 60 * 60 * 1000

/**
 * Removes what a killed process has left on the disk: temporary files, and kept files that no row names. Both are
 * personal data that nobody could see or delete.
 */
export async function sweepResumes(options: {
  db: Db
  store: ResumeStore
  now: Date
  log: FastifyBaseLogger
}): Promise<void> {
  const { db, store, now, log } = options
  const before = new Date(now.getTime() - GRACE_MS)
  const temporary = await store.discardBefore(before)
  let orphaned = 0
  for (const key of await store.keysBefore(before)) {
    if (await isNamed(db, 'local', key)) continue
    await store.remove(key)
    orphaned += 1
  }
  if (temporary + orphaned > 0) log.warn({ temporary, orphaned }, 'removed files that no application names')
}
