import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/** Makes room for the interview after which a mail asks for a scorecard. */
export async function addScorecardRequests(db: Kysely<Tables>): Promise<void> {
  await sql`alter table mails add column scorecard_interview_id integer references interviews (id) on delete cascade`.execute(
    db,
  )
  await sql`create index mails_by_scorecard_interview on mails (scorecard_interview_id) where scorecard_interview_id is not null`.execute(
    db,
  )
}
