import { join } from 'node:path'
import { findErasedRows } from '../../features/erasure/replay-erasures.ts'
import { LEDGER_FILE, readLedgerFile } from '../../features/erasure-ledger/ledger-file.ts'
import { countEntries } from '../../features/erasure-ledger/ledger-queries.ts'
import { compareLedger } from '../../features/erasure-ledger/mirror-ledger.ts'
import type { Db } from '../../platform/database/tables.ts'
import { counted } from './backup-messages.ts'

/** A server mirrors hourly what it could not mirror at once. In milliseconds. */
const MIRRORED_MS = 2 * 60 * 60_000
/** Most lines of a damaged file that are named. */
const NAMED_LINES = 10

/** The result of a check of the ledger: how long it is, and a line for each fault with what mends it. */
export type LedgerReport = { entries: number; faults: string[] }

/** Checks that the ledger of erasures and its mirror agree, and that no row stands that the ledger says is gone. Changes nothing. */
export async function checkErasures(db: Db, dataDir: string, now: Date): Promise<LedgerReport> {
  const faults: string[] = []
  const rows = { application: 0, 'job-alert': 0 }
  for await (const { subject, erased } of findErasedRows(db)) rows[subject] += erased.size
  if (rows.application + rows['job-alert'] > 0) {
    const standing = `${counted(rows.application, 'application')} and ${counted(rows['job-alert'], 'job alert')}`
    faults.push(`${standing} stand that were erased or deleted before. A running server removes them within six hours.`)
  }
  const mirror = await readLedgerFile(join(dataDir, LEDGER_FILE))
  const { missing, unknown } = await compareLedger(db, mirror ?? { entries: new Map() })
  const late = missing.filter(({ erased_at }) => Date.parse(erased_at) < now.getTime() - MIRRORED_MS)
  if (late.length > 0) {
    faults.push(`${LEDGER_FILE} lacks ${entries(late.length)} of the database. The server adds them at its next start.`)
  }
  if (unknown.length > 0) {
    faults.push(
      `The database lacks ${entries(unknown.length)} of ${LEDGER_FILE}. The server takes them at its next start, and removes what is back.`,
    )
  }
  const damaged = mirror?.malformedLines ?? []
  if (damaged.length > 0) {
    const lines = damaged.slice(0, NAMED_LINES).join(', ') + (damaged.length > NAMED_LINES ? ' and more' : '')
    faults.push(`${LEDGER_FILE} has damaged lines (${lines}). The server writes it anew at its next start.`)
  }
  return { entries: await countEntries(db), faults }
}

function entries(count: number): string {
  return counted(count, 'entry', 'entries')
}
