import { sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { Db } from './tables.ts'

/** The PostgreSQL channel on which processes on the same database notify each other. */
export const CHANNEL = 'wellhead'

/**
 * Notifies every process on the database: within a transaction once that is committed. SQLite has one process and needs none.
 * @param topic names the change; a feature defines it
 */
export async function notifyProcesses(on: Db, topic: string): Promise<void> {
  if (engineOf(on) === 'sqlite') return
  await sql`select pg_notify(${CHANNEL}, ${topic})`.execute(on)
}
