import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/** Makes room for tags, and for the applications that have them. Both ways are read by an index alone. */
export async function addTags(db: Kysely<Tables>): Promise<void> {
  const { numberedId, text: textType } = schemaDialectOf(db)
  const [id, text] = [sql.raw(numberedId), sql.raw(textType)]
  await sql`create table tags (
    id ${id},
    name ${text} not null,
    name_key ${text} not null unique,
    color ${text} not null,
    created_at ${text} not null
  )`.execute(db)
  await sql`create table application_tags (
    application_id integer not null references applications (id) on delete cascade,
    tag_id integer not null references tags (id) on delete cascade,
    primary key (application_id, tag_id)
  )`.execute(db)
  await sql`create index application_tags_by_tag on application_tags (tag_id, application_id)`.execute(db)
}
