import { sql, type Transaction } from 'kysely'
import { engineOf } from '../engine.ts'
import type { Tables } from '../tables.ts'

/** The channel of PostgreSQL's notifications about changed postings. */
export const JOBS_CHANNEL = 'wellhead_jobs'

/** Notifies every process on the database, once the transaction is committed, that postings have changed. */
export async function notifyJobsChanged(trx: Transaction<Tables>): Promise<void> {
  if (engineOf(trx) === 'sqlite') return
  await sql`select pg_notify(${JOBS_CHANNEL}, '')`.execute(trx)
}
