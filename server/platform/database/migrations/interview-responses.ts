import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** Gives the response to an invitation the name that calendars give it (RFC 5545); an answer is one to a question. */
export async function nameInterviewResponses(db: Kysely<Tables>): Promise<void> {
  const names = { answer: 'response', answer_reason: 'response_reason', answered_at: 'responded_at' }
  for (const [earlier, name] of Object.entries(names))
    await sql.raw(`alter table interviews rename column ${earlier} to ${name}`).execute(db)
}
