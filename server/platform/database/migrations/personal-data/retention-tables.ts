import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/**
 * Makes room for rules of retention, for what they do to applications, and for legal holds. When an application last moved is read
 * from the audit trail.
 */
export async function addRetention(db: Kysely<Tables>): Promise<void> {
  const { numberedId, text: textType } = schemaDialectOf(db)
  const [id, text] = [sql.raw(numberedId), sql.raw(textType)]
  await sql`create table legal_holds (
    id ${id},
    email_key ${text} not null unique,
    application_id integer not null,
    reason ${text} not null,
    ends_on ${text} not null,
    set_by ${text} not null,
    set_at ${text} not null
  )`.execute(db)
  await sql`create table retention_rules (
    id integer primary key check (id = 1),
    rules ${text} not null,
    version integer not null default 1
  )`.execute(db)
  for (const column of ['moved_at', 'kept_from', 'erase_on'])
    await sql`alter table applications add column ${sql.ref(column)} ${text}`.execute(db)
  await sql`update applications set moved_at = (
    select max(at) from audit_trail
    where subject = 'application' and subject_id = applications.id and (
      action in ('status_changed', 'withdrawn')
      or (action in ('archived', 'unarchived') and applications.status not in ('rejected', 'hired'))
    )
  )`.execute(db)
  // Whose period is over is read person by person, from this index alone.
  await sql`drop index applications_by_email`.execute(db)
  await sql`create index applications_by_email
    on applications (email_key, id, status, archived, quarantined, job_id, created_at, withdrawn_at, moved_at, kept_from,
      erase_on)`.execute(db)
  await sql`create index applications_set_aside on applications (email_key, erase_on) where erase_on is not null`.execute(
    db,
  )
}
