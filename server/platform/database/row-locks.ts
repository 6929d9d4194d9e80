import { type SelectQueryBuilder, sql, type Transaction } from 'kysely'
import { engineOf } from './engine.ts'
import { TURNS, WELLHEAD_LOCKS } from './postgres/lock-keys.ts'
import type { Db, Tables } from './tables.ts'

/**
 * Keeps rows as they are read until the transaction ends. SQLite needs nothing of this: a transaction there has the whole
 * database to itself from its beginning (`docs/decisions/0026-postgresql.md`).
 */

/** Waits until no other transaction is at the same kind of decision; held to the end of this one. */
export async function takeTurn(trx: Transaction<Tables>, turn: keyof typeof TURNS): Promise<void> {
  if (engineOf(trx) === 'sqlite') return
  await sql`select pg_advisory_xact_lock(${sql.lit(WELLHEAD_LOCKS)}, ${sql.lit(TURNS[turn])})`.execute(trx)
}

/** What a row is kept from: changes and removal, changes alone in favour of other readers, or removal alone. */
type LockStrength = 'update' | 'share' | 'key share'

/** Waits for whoever is changing a row; what is read of it afterwards stays as it is. */
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

/** Keeps applications from being removed; returns those that are still there, in the order of their numbers. */
export async function keepApplications(trx: Transaction<Tables>, ids: number[]): Promise<number[]> {
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

/** Keeps all places of a resume as they are. */
export async function lockCopies(trx: Transaction<Tables>, applicationId: number): Promise<void> {
  if (engineOf(trx) === 'sqlite') return
  await sql`select 1 from resume_replicas where application_id = ${applicationId} order by store for update`.execute(
    trx,
  )
}
