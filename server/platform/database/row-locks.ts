import { createHash } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import { engineOf } from './engine.ts'
import type { Db, Tables } from './tables.ts'

/**
 * Locks that a transaction holds until it ends. SQLite needs none: a transaction locks the whole database when it begins
 * (`docs/decisions/0026-postgresql.md`).
 */

/** First key of the advisory locks below: tells them from those of other programs, and from process locks. */
const WELLHEAD_LOCKS = 0x57454c4c

/** Between two tries of a lock that is waited for with a limit. */
const RETRY_MS = 10

/**
 * Waits for other transactions that hold this lock, then holds it until this one ends: for a change that several rows, or
 * rows yet to be inserted, decide about.
 * @param name the feature's own name for the lock
 */
export async function acquireLock(trx: Transaction<Tables>, name: string): Promise<void> {
  if (engineOf(trx) === 'sqlite') return
  await sql`select pg_advisory_xact_lock(${keysOf(name)})`.execute(trx)
}

/**
 * The same, but waits for a limited time: for a lock that makes something more exact, but that no suspended process may
 * withhold. @returns whether the lock is held
 */
export async function acquireLockWithin(trx: Transaction<Tables>, name: string, mostMs: number): Promise<boolean> {
  if (engineOf(trx) === 'sqlite') return true
  const end = performance.now() + mostMs
  for (;;) {
    const tried = sql<{ isHeld: boolean }>`select pg_try_advisory_xact_lock(${keysOf(name)}) as "isHeld"`
    if ((await tried.execute(trx)).rows[0]?.isHeld) return true
    if (performance.now() >= end) return false
    await setTimeout(RETRY_MS)
  }
}

function keysOf(name: string) {
  const key = createHash('sha256').update(name).digest().readInt32BE()
  return sql`${sql.lit(WELLHEAD_LOCKS)}, ${sql.lit(key)}`
}

/** What a lock prevents: changes, removal and new rows that refer to this one; changes and removal; removal only. */
type LockStrength = 'update' | 'no key update' | 'key share'

/** Locks rows of a table by ascending id: of two transactions that lock several that way, one waits and both end. */
export async function lockInOrder(
  trx: Transaction<Tables>,
  table: 'accounts' | 'applications' | 'mails',
  ids: readonly number[],
  strength: LockStrength = 'update',
): Promise<void> {
  // PostgreSQL refuses an empty list.
  if (ids.length === 0 || engineOf(trx) === 'sqlite') return
  const rows = sql`select 1 from ${sql.table(table)} where id in (${sql.join(ids)}) order by id`
  await sql`${rows} for ${sql.raw(strength)}`.execute(trx)
}

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

/**
 * Deletes the rows that a query reads, but those that other transactions have locked: of two that delete the same rows, neither
 * waits. PostgreSQL reads the query once: as a list to look a row up in, it might read and lock it again for each row.
 * @param rows of the table, without selected columns
 * @returns how many it has deleted
 */
export async function deleteUnlocked<Table extends keyof Tables & string>(
  db: Db,
  table: Table,
  rows: SelectQueryBuilder<Tables, Table, unknown>,
): Promise<number> {
  const isPostgres = engineOf(db) === 'postgres'
  const place = sql.raw(isPostgres ? 'ctid' : 'rowid')
  const places = rows.select(place.as('place')).$call(skipLocked(db))
  const isAmong = isPostgres ? sql`${place} = any(array(${places}))` : sql`${place} in (${places})`
  const { numAffectedRows = 0n } = await sql`delete from ${sql.table(table)} where ${isAmong}`.execute(db)
  return Number(numAffectedRows)
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
