import { type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import { engineOf } from './engine.ts'
import { LOCKS, WELLHEAD_LOCKS } from './postgres/lock-keys.ts'
import type { Db, Tables } from './tables.ts'

/**
 * Locks that a transaction holds to its end. SQLite needs none: a transaction locks the whole database from its beginning
 * (`docs/decisions/0026-postgresql.md`).
 */

/** Waits for other transactions with this lock, and holds it to the end of this one. */
export async function acquireLock(trx: Transaction<Tables>, lock: keyof typeof LOCKS): Promise<void> {
  if (engineOf(trx) === 'sqlite') return
  await sql`select pg_advisory_xact_lock(${sql.lit(WELLHEAD_LOCKS)}, ${sql.lit(LOCKS[lock])})`.execute(trx)
}

/** What a lock prevents: changes and removal; changes, but not the same lock of others; removal alone. */
type LockStrength = 'update' | 'share' | 'key share'

/** Locks a row after the transactions that change it. */
export async function lockRow(
  trx: Transaction<Tables>,
  table: 'accounts' | 'applications' | 'jobs',
  id: number,
  strength: LockStrength = 'update',
): Promise<void> {
  if (engineOf(trx) === 'sqlite') return
  await sql`select 1 from ${sql.table(table)} where id = ${id} for ${sql.raw(strength)}`.execute(trx)
}

/**
 * Has a query read, and keep, only the rows that nobody else is at, instead of waiting for them: to be given to `$call`.
 */
export function skipLocked(db: Db) {
  return <Read extends keyof Tables, Row>(rows: SelectQueryBuilder<Tables, Read, Row>) =>
    engineOf(db) === 'postgres' ? rows.forUpdate().skipLocked() : rows
}

/** Locks applications against removal. Returns the ids of those that exist, in their order. */
export async function lockApplications(trx: Transaction<Tables>, ids: number[]): Promise<number[]> {
  if (engineOf(trx) === 'sqlite' || ids.length === 0) return ids
  const rows = await trx
    .selectFrom('applications')
    .select('id')
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return rows.map((row) => row.id)
}

/** Locks all replicas of a resume. */
export async function lockReplicas(trx: Transaction<Tables>, applicationId: number): Promise<void> {
  if (engineOf(trx) === 'sqlite') return
  await sql`select 1 from resume_replicas where application_id = ${applicationId} order by store for update`.execute(
    trx,
  )
}
