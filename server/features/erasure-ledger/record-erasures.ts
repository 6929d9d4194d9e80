import type { DialectAdapter, Transaction } from 'kysely'
import { afterCommit } from '../../platform/database/after-commit.ts'
import type { ErasureKind } from '../../platform/database/tables/installation-tables.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { createKeyedHash, type KeyedHash } from '../../platform/http/client-address.ts'
import type { LedgerEntry } from './ledger-file.ts'
import { insertEntries } from './ledger-queries.ts'

/** What identifies a row for ever: a restored database gives ids anew, but never with the same instant. */
export type ErasedRow = { id: number; created_at: string }

/** Which table a row was in. */
export type ErasedSubject = 'application' | 'job-alert'

/** Rows that a multi-row statement takes. */
const BATCH = 500

type Listener = (entries: readonly LedgerEntry[]) => void

/** Who hears of the entries of a database, by what all its transactions share. */
const listeners = new WeakMap<DialectAdapter, Listener>()

/** The name of a row in the ledger. */
export function erasureHash(db: Db, hash: KeyedHash, subject: ErasedSubject, { id, created_at }: ErasedRow) {
  return hash(db, 'erasure', subject, String(id), created_at)
}

/**
 * Enters rows into the ledger of erasures, in the transaction that removes them, so that a restored backup brings none of them
 * back (`docs/decisions/0152-ledger-of-erasures.md`).
 */
export async function recordErasures(
  trx: Transaction<Tables>,
  { kind, now }: { kind: ErasureKind; now: Date },
  rows: readonly ErasedRow[],
): Promise<void> {
  const hash = createKeyedHash()
  const subject = kind === 'job_alert_ended' ? 'job-alert' : 'application'
  const entries: LedgerEntry[] = []
  for (const row of rows)
    entries.push({ hash: await erasureHash(trx, hash, subject, row), kind, erased_at: now.toISOString() })
  for (let start = 0; start < entries.length; start += BATCH) {
    await insertEntries(trx, entries.slice(start, start + BATCH), { isReplayed: true })
  }
  const { adapter } = trx.getExecutor()
  if (entries.length > 0 && listeners.has(adapter)) await afterCommit(trx, () => listeners.get(adapter)?.(entries))
}

/** Sets who hears of the entries that this process commits. @param listener does not throw */
export function listenToErasures(db: Pick<Db, 'getExecutor'>, listener: Listener): void {
  listeners.set(db.getExecutor().adapter, listener)
}
