import { createHash } from 'node:crypto'
import { type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import { engineOf } from './engine.ts'
import type { Db, Tables } from './tables.ts'

/**
 * Locks that a transaction holds until it ends. SQLite needs none: a transaction locks the whole database when it begins
 * (`docs/decisions/0026-postgresql.md`).
 */

/** First key of the advisory locks below: tells them from those of other programs, and from process locks. */
const WELLHEAD_LOCKS = 0x57454c4c

/**
 * Waits for other transactions that hold this lock, then holds it until this one ends: for a change that several rows, or
 * rows yet to be inserted, decide about.
 * @param name the feature's own name for the lock
 */
export async function acquireLock(trx: Transaction<Tables>, name: string): Promise<void> {
  if (engineOf(trx) === 'sqlite') return
  const key = createHash('sha256').update(name).digest().readInt32BE()
  await sql`select pg_advisory_xact_lock(${sql.lit(WELLHEAD_LOCKS)}, ${sql.lit(key)})`.execute(trx)
}

/** What a lock prevents: changes and removal; changes, but not another shared lock; removal only. */
type LockStrength = 'update' | 'share' | 'key share'

/** Waits for transactions that change a row, then locks it. */
export async function lockRow(
  trx: Transaction<Tables>,
  table: keyof Tables,
  id: number,
  strength: LockStrength = 'update',
): Promise<void> {
  if (engineOf(trx) === 'sqlite') return
  await sql`select 1 from ${sql.table(table)} where id = ${id} for ${sql.raw(strength)}`.execute(trx)
}

/** Makes a query, by `$call`, lock the rows that it reads and skip those that other transactions have locked. */
export function skipLocked(db: Db) {
  return <Read extends keyof Tables, Row>(rows: SelectQueryBuilder<Tables, Read, Row>) =>
    engineOf(db) === 'postgres' ? rows.forUpdate().skipLocked() : rows
}

/** Makes a query, by `$call`, lock the rows that it reads against removal. */
export function againstRemoval(db: Db) {
  return <Read extends keyof Tables, Row>(rows: SelectQueryBuilder<Tables, Read, Row>) =>
    engineOf(db) === 'postgres' ? rows.forKeyShare() : rows
}

/** Locks the rows that a query reads, in its order. */
export async function lockRows<Read extends keyof Tables, Row>(
  trx: Transaction<Tables>,
  rows: SelectQueryBuilder<Tables, Read, Row>,
): Promise<void> {
  if (engineOf(trx) === 'postgres') await rows.forUpdate().execute()
}
