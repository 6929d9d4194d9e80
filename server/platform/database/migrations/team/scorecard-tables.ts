import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/** Makes room for the criteria of postings, for scorecards of applications, and for what a scorecard said before. */
export async function addScorecards(db: Kysely<Tables>): Promise<void> {
  const { numberedId, text: textType } = schemaDialectOf(db)
  const [id, text] = [sql.raw(numberedId), sql.raw(textType)]
  await sql`alter table jobs add column criteria ${text} not null default '[]'`.execute(db)
  await sql`create table scorecards (
    id ${id},
    application_id integer not null references applications (id) on delete cascade,
    account_id integer,
    email ${text},
    author_name ${text} not null,
    answers ${text},
    skipped_at ${text},
    version integer not null default 1,
    created_at ${text} not null,
    changed_at ${text},
    unique (application_id, account_id),
    unique (application_id, email)
  )`.execute(db)
  await sql`create table scorecard_versions (
    id ${id},
    scorecard_id integer not null references scorecards (id) on delete cascade,
    answers ${text} not null,
    until ${text} not null
  )`.execute(db)
  await sql`create index scorecard_versions_by_scorecard on scorecard_versions (scorecard_id, id)`.execute(db)
}
