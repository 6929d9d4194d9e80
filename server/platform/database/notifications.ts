import { sql, type Transaction } from 'kysely'
import { engineOf } from './engine.ts'
import type { Tables } from './tables.ts'

/** The PostgreSQL channel on which processes on the same database notify each other. */
export const CHANNEL = 'wellhead'

/**
 * Notifies every process on the database once the transaction is committed. SQLite has one process and needs none.
 * @param topic names the change; a feature defines it
 */
export async function notifyProcesses(trx: Transaction<Tables>, topic: string): Promise<void> {
  if (engineOf(trx) === 'sqlite') return
  await sql`select pg_notify(${CHANNEL}, ${topic})`.execute(trx)
}
