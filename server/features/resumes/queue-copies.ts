import { setImmediate as turn } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { keepApplications, takeTurn } from '../../platform/database/row-locks.ts'
import type { Db, FileStoreName, Tables } from '../../platform/database/tables.ts'
import { addTasks, type OutboxTask } from '../../platform/outbox/outbox-queries.ts'
import type { ResumePlaces } from './resume-places.ts'
import { expectCopies, listUncopied } from './resume-queries.ts'

/** Few enough that nobody waits long for the database. */
const BATCH = 500

/** Leaves copies of resumes, at least one, to be made in the transaction of the decision it follows from. */
export async function queueTheseCopies(
  db: Db,
  applicationIds: number[],
  place: FileStoreName,
  now: Date,
): Promise<void> {
  const tasks = applicationIds.map(
    (applicationId): OutboxTask => ({ kind: 'copy-resume', payload: { applicationId, place } }),
  )
  await expectCopies(db, applicationIds, place, now)
  await addTasks(db, tasks, now)
}

/** Leaves all copies to be made that any of the cloud stores lacks, like {@link queueCopies}. */
export async function queueAllCopies(db: Kysely<Tables>, { clouds }: ResumePlaces, clock: Clock): Promise<void> {
  for (const { place } of clouds) await queueCopies(db, place, clock)
}

/**
 * Leaves a copy to be made of every resume that has none in a place: those from before the place was connected, and
 * those that failed for a reason that has been mended since.
 */
export async function queueCopies(db: Kysely<Tables>, place: FileStoreName, clock: Clock): Promise<void> {
  for (let afterId: number | undefined = 0; afterId !== undefined; ) {
    afterId = await queueBatch(db, place, { afterId, now: clock() })
    // SQLite answers without waiting, so that nobody else would get a turn between two batches either.
    await turn()
  }
}

/** @returns after which resume to go on; undefined when there is none left */
function queueBatch(
  db: Kysely<Tables>,
  place: FileStoreName,
  { afterId, now }: { afterId: number; now: Date },
): Promise<number | undefined> {
  return db.transaction().execute(async (trx) => {
    // Processes that start together would each leave a task for the same copy.
    await takeTurn(trx, 'queue-copies')
    const uncopied = await listUncopied(trx, place, { afterId, limit: BATCH })
    const kept = await keepApplications(trx, uncopied)
    if (kept.length > 0) await queueTheseCopies(trx, kept, place, now)
    return uncopied.at(-1)
  })
}
