import { sql, type Transaction } from 'kysely'
import { engineOf } from '../engine.ts'
import type { Tables } from '../tables.ts'

/** The channel on which processes notify each other of changed postings. */
export const JOBS_CHANNEL = 'wellhead_jobs'

/** Notifies every process on the database that postings have changed, once the transaction is committed. */
export async function notifyJobsChanged(trx: Transaction<Tables>): Promise<void> {
  if (engineOf(trx) === 'sqlite') return
  await sql`select pg_notify(${JOBS_CHANNEL}, '')`.execute(trx)
}
