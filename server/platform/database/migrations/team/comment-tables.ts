import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/** Makes room for comments on applications, for their earlier texts, and for the mails to those whom they mention. */
export async function addComments(db: Kysely<Tables>): Promise<void> {
  const { numberedId, text: textType } = schemaDialectOf(db)
  const [id, text] = [sql.raw(numberedId), sql.raw(textType)]
  await sql`create table comments (
    id ${id},
    application_id integer not null references applications (id) on delete cascade,
    account_id integer,
    author_name ${text} not null,
    colleague_question_id integer,
    verdict ${text},
    text ${text},
    mentions ${text} not null,
    version integer not null default 1,
    created_at ${text} not null,
    edited_at ${text},
    deleted_at ${text},
    idempotency_key ${text} unique
  )`.execute(db)
  await sql`create index comments_by_application on comments (application_id, id)`.execute(db)
  await sql`create table comment_versions (
    id ${id},
    comment_id integer not null references comments (id) on delete cascade,
    text ${text} not null,
    until ${text} not null
  )`.execute(db)
  await sql`create index comment_versions_by_comment on comment_versions (comment_id, id)`.execute(db)
  await sql`alter table mails add column comment_id integer references comments (id) on delete cascade`.execute(db)
  await sql`create index mails_by_comment on mails (comment_id) where comment_id is not null`.execute(db)
}
