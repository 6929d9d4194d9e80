import { type Kysely, sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** Lets a mail be about the invitation of a person, with which it is deleted. */
export async function addMailsOfInvitations(db: Kysely<Tables>): Promise<void> {
  await sql`alter table mails add column invitation_id integer references invitations (id) on delete cascade`.execute(
    db,
  )
  await sql`create index mails_by_invitation on mails (invitation_id) where invitation_id is not null`.execute(db)
}
