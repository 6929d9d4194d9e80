import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../schema-dialect.ts'
import type { Tables } from '../tables.ts'

/**
 * Gives every account a role, and makes room for the postings of hiring managers, for invitations, and for where a session was begun.
 * Accounts of before could do everything, and so are owners'.
 */
export async function addRoles(db: Kysely<Tables>): Promise<void> {
  const { numberedId, text: textType } = schemaDialectOf(db)
  const [id, text] = [sql.raw(numberedId), sql.raw(textType)]
  await sql`alter table accounts add column role ${text} not null default 'owner'`.execute(db)
  await sql`alter table accounts add column deactivated_at ${text}`.execute(db)
  await sql`alter table accounts add column last_seen_at ${text}`.execute(db)
  await sql`alter table sessions add column user_agent ${text}`.execute(db)
  await sql`alter table sessions add column address ${text}`.execute(db)
  await sql`create table job_assignments (
    account_id integer not null references accounts (id) on delete cascade,
    job_id integer not null references jobs (id) on delete cascade,
    decides integer not null,
    primary key (account_id, job_id)
  )`.execute(db)
  await sql`create index job_assignments_by_job on job_assignments (job_id)`.execute(db)
  await sql`create table invitations (
    id ${id},
    token_hash ${text} not null unique,
    role ${text} not null,
    display_name ${text} not null,
    email ${text},
    invited_by ${text} not null,
    invited_by_id integer not null references accounts (id) on delete cascade,
    created_at ${text} not null,
    expires_at ${text} not null
  )`.execute(db)
  await sql`create table invitation_jobs (
    invitation_id integer not null references invitations (id) on delete cascade,
    job_id integer not null references jobs (id) on delete cascade,
    decides integer not null,
    primary key (invitation_id, job_id)
  )`.execute(db)
}
