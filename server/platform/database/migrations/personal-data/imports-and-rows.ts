import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/**
 * Makes room for imports and their rows, and for which import made an application. The figures of times leave such applications out, and
 * are read from these indexes alone.
 */
export async function addImports(db: Kysely<Tables>): Promise<void> {
  const { numberedId, text: textType } = schemaDialectOf(db)
  const [id, text] = [sql.raw(numberedId), sql.raw(textType)]
  await sql`create table imports (
    id ${id},
    name ${text} not null,
    preset ${text},
    state ${text} not null,
    headers ${text} not null default '[]',
    options ${text},
    table_file ${text},
    files_file ${text},
    files_name ${text},
    files_count integer not null default 0,
    account_id integer,
    username ${text},
    row_count integer not null default 0,
    created_count integer not null default 0,
    updated_count integer not null default 0,
    skipped_count integer not null default 0,
    failed_count integer not null default 0,
    file_count integer not null default 0,
    kept_count integer not null default 0,
    created_at ${text} not null,
    ended_at ${text},
    undo_until ${text}
  )`.execute(db)
  await sql`create table import_rows (
    import_id integer not null references imports (id) on delete cascade,
    number integer not null,
    line integer not null,
    cells ${text} not null,
    email_key ${text},
    state ${text} not null,
    problems ${text} not null default '[]',
    application_id integer references applications (id) on delete cascade,
    primary key (import_id, number)
  )`.execute(db)
  await sql`create index import_rows_by_state on import_rows (import_id, state, number)`.execute(db)
  await sql`create index import_rows_by_email on import_rows (email_key) where email_key is not null`.execute(db)
  await sql`create index import_rows_by_application on import_rows (application_id) where application_id is not null`.execute(
    db,
  )
  await sql`alter table applications add column import_id integer`.execute(db)
  await sql`drop index applications_by_age`.execute(db)
  await sql`create index applications_by_age
    on applications (quarantined, created_at, id, is_recovery, job_id, status, source, import_id)`.execute(db)
  await sql`drop index applications_by_first_answer`.execute(db)
  await sql`create index applications_by_first_answer on applications (first_answered_at, created_at, import_id)
    where first_answered_at is not null`.execute(db)
}
