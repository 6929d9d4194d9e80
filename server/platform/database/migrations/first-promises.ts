import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** Has every column that the count of kept and missed promises reads, so that it reads no application. */
export async function indexFirstPromises(db: Kysely<Tables>): Promise<void> {
  await sql`create index applications_by_first_promise on applications
    (first_answer_by, first_answered_at, withdrawn_at, quarantined)`.execute(db)
}
