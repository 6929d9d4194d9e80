import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/** Makes room for views of the list that people save. One that is not shared goes with the account of its author. */
export async function addSavedViews(db: Kysely<Tables>): Promise<void> {
  const { numberedId, text: textType } = schemaDialectOf(db)
  const [id, text] = [sql.raw(numberedId), sql.raw(textType)]
  await sql`create table saved_views (
    id ${id},
    author_id integer not null,
    private_to integer references accounts (id) on delete cascade,
    name ${text} not null,
    name_key ${text} not null,
    filter ${text} not null,
    version integer not null default 1,
    created_at ${text} not null,
    unique (author_id, name_key)
  )`.execute(db)
  await sql`create index saved_views_by_reader on saved_views (private_to)`.execute(db)
}
