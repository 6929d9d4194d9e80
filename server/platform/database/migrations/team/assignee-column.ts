import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../tables.ts'

/**
 * Makes room for who takes care of an application: nobody at first, and nobody again once the account is removed. The index has all
 * that the tabs of one person are counted by, and lists each by date.
 */
export async function addAssignees(db: Kysely<Tables>): Promise<void> {
  await sql`alter table applications add column assignee_id integer references accounts (id) on delete set null`.execute(
    db,
  )
  await sql`create index applications_by_assignee
    on applications (assignee_id, archived, status, created_at, id, quarantined, job_id)
    where assignee_id is not null`.execute(db)
}
