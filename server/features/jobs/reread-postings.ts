import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import { lockRows } from '../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import type { TimedWork } from '../../platform/every.ts'
import type { Services } from '../feature.ts'
import { presentJob } from './job-fields.ts'
import { updateJob } from './job-queries.ts'
import { type StoredPlaceAndPay, storedPlaceAndPay } from './stored-place-and-pay.ts'

/** Postings in one transaction: few enough that requests do not wait long for the database. */
const BATCH = 50

/**
 * Reads place and pay of the postings that another version has stored, or none, once after the start. Until then they are read
 * whenever a snapshot is.
 */
export function rereadingPostings({
  db,
  config,
  log,
  isPaused,
}: Pick<Services, 'db' | 'config' | 'log' | 'isPaused'>): TimedWork {
  const run = async (signal: AbortSignal) => {
    const stored = storedPlaceAndPay(config.company.address)
    const count = await rereadPostings(db, stored, () => !signal.aborted && !isPaused())
    if (count > 0) log.info({ postings: count }, 'places and pay of postings are read again and stored')
  }
  return { name: 'reread-postings', everyMs: null, isDueAtStart: true, faultLevel: 'warn', run }
}

/**
 * Stores place and pay of all postings that another version has read, or none. No version of a posting changes.
 * @param mayGoOn is asked before each batch; the next start reads what remains
 * @returns how many were read
 */
export async function rereadPostings(
  db: Kysely<Tables>,
  stored: StoredPlaceAndPay,
  mayGoOn = () => true,
): Promise<number> {
  let count = 0
  // Once through all of them: two processes with different addresses would otherwise go on for ever.
  for (let afterId: number | undefined = 0; afterId !== undefined; ) {
    await yieldToOthers()
    if (!mayGoOn()) break
    const ids = await rereadBatch(db, stored, afterId)
    count += ids.length
    afterId = ids.at(-1)
  }
  return count
}

/** @returns the ids of the next postings, in order */
async function rereadBatch(db: Kysely<Tables>, stored: StoredPlaceAndPay, afterId: number): Promise<number[]> {
  // Read first: SQLite locks the database for every transaction.
  if (!(await selectOutdated(db, stored, afterId).select('id').limit(1).executeTakeFirst())) return []
  return db.transaction().execute(async (trx) => {
    const outdated = selectOutdated(trx, stored, afterId).limit(BATCH)
    await lockRows(trx, outdated.select('id'))
    // Read after the locks: another process may have changed or read them meanwhile.
    const rows = await outdated.selectAll().execute()
    for (const row of rows) await updateJob(trx, row.id, stored.columnsOf(presentJob(row)))
    return rows.map(({ id }) => id)
  })
}

function selectOutdated(db: Db, { reader }: StoredPlaceAndPay, afterId: number) {
  return db
    .selectFrom('jobs')
    .where('id', '>', afterId)
    .where(({ or, eb }) => or([eb('place_and_pay_reader', 'is', null), eb('place_and_pay_reader', '<>', reader)]))
    .orderBy('id')
}
