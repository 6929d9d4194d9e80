import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** Makes room for which message by hand stands in place of one about a decision. */
export async function noteReplacingMails(db: Kysely<Tables>): Promise<void> {
  await sql`alter table mails add column replaced_by integer`.execute(db)
  await sql`create index mails_by_replacement on mails (replaced_by) where replaced_by is not null`.execute(db)
}
