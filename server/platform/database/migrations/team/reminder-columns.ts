import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/**
 * Makes room for notices that are shown as one, and for the end of the interview after which its missing scorecards were asked for.
 * Requests that have not left name that end from now on, as those that are made later.
 */
export async function addReminders(db: Kysely<Tables>): Promise<void> {
  const text = sql.raw(schemaDialectOf(db).text)
  await sql`alter table notices add column batch ${text} not null default ''`.execute(db)
  await sql`update notices set batch = cause`.execute(db)
  await sql`create index notices_by_batch on notices (batch)`.execute(db)
  await sql`alter table interviews add column scorecards_asked_for ${text}`.execute(db)
  await sql`update interviews set scorecards_asked_for = ends_at
    where exists (select 1 from mails where mails.scorecard_interview_id = interviews.id)`.execute(db)
  await sql`update mails set reason = 'scorecard_request:' || scorecard_interview_id || ':' || (
      select ends_at from interviews where interviews.id = mails.scorecard_interview_id
    ) || ':' || account_id
    where kind = 'scorecard_request' and state in ('waiting', 'sending') and account_id is not null`.execute(db)
}
