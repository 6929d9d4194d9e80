import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../schema-dialect.ts'
import type { Tables } from '../tables.ts'

/**
 * Makes room for when a mail was perhaps sent. What an admin had discarded is forgotten of messages that were sent again since:
 * restoring them would take them for discarded still.
 */
export async function notePerhapsSentMails(db: Kysely<Tables>): Promise<void> {
  await sql.raw(`alter table mails add column perhaps_sent_at ${schemaDialectOf(db).text}`).execute(db)
  await sql`update mails set perhaps_sent_at = coalesce(settled_at, attempted_at, created_at)
    where state in ('perhaps_sent', 'dismissed')`.execute(db)
  await sql`update mails set superseded_state = null
    where state in ('draft', 'waiting', 'sending') and superseded_by is null`.execute(db)
}
