import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Db, ErasureRow, Tables } from '../../platform/database/tables.ts'
import type { TimedWork } from '../../platform/every.ts'
import { createKeyedHash } from '../../platform/http/client-address.ts'
import { deleteAlerts } from '../alerts/alert-queries.ts'
import { removeApplications } from '../applications/changes/remove-applications.ts'
import { findEntries, listToReplay, markReplayed } from '../erasure-ledger/ledger-queries.ts'
import { type ErasedRow, type ErasedSubject, erasureHash } from '../erasure-ledger/record-erasures.ts'
import type { Services } from '../feature.ts'
import { sumsKeeper } from '../insights/insight-sums.ts'

/** How often all rows are compared. In milliseconds; a program that is restarted every night does it too. */
const PAUSE_MS = 6 * 60 * 60_000
/** Rows that are compared with the ledger at once. */
const BATCH = 500

/** How many rows a replay has removed that were erased, deleted or ended before. */
export type Replayed = { applications: number; alerts: number }

/** What a replay needs of the program. A command has no more. @param timeZone of the company, whose days the sums count */
type Replaying = { db: Kysely<Tables>; outbox: Pick<Services['outbox'], 'wake'>; now: Date; timeZone: string }

/**
 * Removes again what a restored database has brought back, where the ledger has entries that the rows were not compared with. A
 * replay that is killed goes on at the next start. Before anything is served, nobody sees what is removed.
 */
export async function replayNewErasures(replaying: Replaying): Promise<Replayed> {
  const hashes = await listToReplay(replaying.db)
  if (hashes.length === 0) return { applications: 0, alerts: 0 }
  const replayed = await replayErasures(replaying)
  for (let start = 0; start < hashes.length; start += BATCH) {
    await markReplayed(replaying.db, hashes.slice(start, start + BATCH))
  }
  return replayed
}

/**
 * Removes every row that the ledger has an entry of. Rows go first, and tasks delete their files: those in other stores went when they
 * were erased, interviewers know, and nothing may be seen meanwhile.
 */
async function replayErasures({ db, outbox, now, timeZone }: Replaying): Promise<Replayed> {
  const replayed = { applications: 0, alerts: 0 }
  for await (const { subject, erased } of findErasedRows(db)) {
    if (subject === 'job-alert') {
      await db.transaction().execute((trx) => deleteAlerts(trx, [...erased.keys()], now))
      replayed.alerts += erased.size
      continue
    }
    const removals = Map.groupBy(erased, ([, { kind, is_replayed }]) => removalOf(kind, is_replayed === 1))
    for (const [removal, rows] of removals) {
      const sums = removal === 'erased' && { keepSums: sumsKeeper({ timeZone, now }) }
      const action = removal === 'deleted' ? 'deleted' : 'erased'
      const ids = rows.map(([id]) => id)
      const removed = await removeApplications(
        { db, outbox },
        { by: null, now, action, respectsHolds: false, ...sums },
        ids,
      )
      replayed.applications += removed.length
    }
  }
  return replayed
}

/** An entry that was made in this database was counted with it: its row, back by another way, is not counted again. */
function removalOf(kind: ErasureRow['kind'], isCounted: boolean): 'deleted' | 'erased' | 'counted' {
  if (kind === 'application_deleted') return 'deleted'
  return isCounted ? 'counted' : 'erased'
}

/** Rows of one table that the ledger says are gone, by id. */
type ErasedRows = { subject: ErasedSubject; erased: Map<number, ErasureRow> }

/** Finds the rows that the ledger says are gone, in pages, in linear time; nothing where all is well. */
export async function* findErasedRows(db: Db): AsyncGenerator<ErasedRows> {
  yield* findErasedIn(db, 'job_alerts', 'job-alert')
  yield* findErasedIn(db, 'applications', 'application')
}

async function* findErasedIn(
  db: Db,
  table: 'job_alerts' | 'applications',
  subject: ErasedSubject,
): AsyncGenerator<ErasedRows> {
  const hash = createKeyedHash()
  let after: number | undefined = 0
  while (after !== undefined) {
    const page = await listRows(db, table, after)
    const ids = new Map<string, number>()
    for (const row of page) ids.set(await erasureHash(db, hash, subject, row), row.id)
    const entries = await findEntries(db, [...ids.keys()])
    const erased = new Map(entries.map((entry) => [ids.get(entry.hash) ?? 0, entry]))
    if (erased.size > 0) yield { subject, erased }
    after = page[BATCH - 1]?.id
    // SQLite reads in the thread of the server.
    await yieldToOthers()
  }
}

function listRows(db: Db, table: 'job_alerts' | 'applications', after: number): Promise<ErasedRow[]> {
  const rows = db.selectFrom(table).select(['id', 'created_at']).where('id', '>', after)
  return rows.orderBy('id').limit(BATCH).execute()
}

/** Compares all rows with the ledger every six hours: a table may have been restored without the others. */
export function replayingErasures({ db, outbox, clock, config, log }: Services): TimedWork {
  return {
    ...{ name: 'replay-erasures', everyMs: PAUSE_MS, isDueAtStart: false, faultLevel: 'error' },
    run: async () => {
      const replayed = await replayErasures({ db, outbox, now: clock(), timeZone: config.company.timeZone })
      if (replayed.applications + replayed.alerts > 0) log.warn(replayed, 'rows that were erased before were back')
    },
  }
}
