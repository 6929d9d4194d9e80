import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/**
 * Makes room for what applicants agree to who stay on file, for their consents, and for links that open nothing but that choice.
 */
export async function addConsents(db: Kysely<Tables>): Promise<void> {
  const { numberedId, text: textType } = schemaDialectOf(db)
  const [id, text] = [sql.raw(numberedId), sql.raw(textType)]
  await sql`create table consent_texts (
    version integer primary key,
    text ${text} not null,
    saved_by ${text},
    saved_at ${text} not null
  )`.execute(db)
  await sql`create table consents (
    id ${id},
    application_id integer not null references applications (id) on delete cascade,
    text_version integer not null references consent_texts (version),
    given_at ${text} not null,
    withdrawn_at ${text}
  )`.execute(db)
  await sql`create index consents_of_application on consents (application_id, withdrawn_at, given_at)`.execute(db)
  await sql`alter table application_links add column opens ${text} not null default 'application'`.execute(db)
}
