import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import type { Db, ResumePlace, Tables } from '../database/tables.ts'
import { addTask } from '../outbox/outbox-queries.ts'
import { expectCopy, listUncopied } from './resume-queries.ts'

/** Few enough that nobody waits long for the database. */
const BATCH = 500

/** Leaves one copy to be made, in the transaction of the decision it follows from. */
export async function queueCopy(db: Db, applicationId: number, place: ResumePlace, now: Date): Promise<void> {
  await expectCopy(db, applicationId, place, now)
  await addTask(db, { kind: 'copy-resume', payload: { applicationId, place } }, now)
}

/**
 * Leaves a copy to be made of every resume that has none in a place: those from before the place was connected, and
 * those that failed for a reason that has been mended since.
 */
export async function queueCopies(db: Kysely<Tables>, place: ResumePlace, clock: Clock): Promise<void> {
  for (let found = BATCH; found === BATCH; ) {
    found = await db.transaction().execute(async (trx) => {
      const uncopied = await listUncopied(trx, place, BATCH)
      for (const applicationId of uncopied) await queueCopy(trx, applicationId, place, clock())
      return uncopied.length
    })
  }
}
