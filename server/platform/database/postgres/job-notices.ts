import { sql, type Transaction } from 'kysely'
import { engineOf } from '../engine.ts'
import type { Tables } from '../tables.ts'

/** On what PostgreSQL tells every process of changed postings. */
export const JOBS_CHANNEL = 'wellhead_jobs'

/** Has all processes on the database told, once the transaction is committed, that postings have changed. */
export async function tellOfJobs(trx: Transaction<Tables>): Promise<void> {
  if (engineOf(trx) === 'sqlite') return
  await sql`select pg_notify(${JOBS_CHANNEL}, '')`.execute(trx)
}
