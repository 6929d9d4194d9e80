import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/** Makes room for notices. What was mailed of mentions before becomes notices that were read, and their mails those of the notices. */
export async function addNotices(db: Kysely<Tables>): Promise<void> {
  const { numberedId, text: textType } = schemaDialectOf(db)
  const [id, text] = [sql.raw(numberedId), sql.raw(textType)]
  await sql`create table notices (
    id ${id},
    account_id integer not null references accounts (id) on delete cascade,
    kind ${text} not null,
    cause ${text} not null unique,
    application_id integer not null references applications (id) on delete cascade,
    comment_id integer references comments (id) on delete cascade,
    by_account_id integer,
    by_name ${text},
    created_at ${text} not null,
    read_at ${text},
    withdrawn_at ${text}
  )`.execute(db)
  await sql`create index notices_by_account on notices (account_id, id)`.execute(db)
  await sql`create index notices_by_application on notices (application_id)`.execute(db)
  await sql`create index notices_by_comment on notices (comment_id) where comment_id is not null`.execute(db)
  await sql`create index notices_by_author on notices (by_account_id, created_at)`.execute(db)
  await sql`create index notices_by_age on notices (created_at)`.execute(db)
  await sql`create table muted_notices (
    account_id integer not null references accounts (id) on delete cascade,
    kind ${text} not null,
    channel ${text} not null,
    primary key (account_id, kind, channel)
  )`.execute(db)
  await sql`insert into notices
    (account_id, kind, cause, application_id, comment_id, by_account_id, by_name, created_at, read_at)
    select mails.account_id, case when comments.account_id is null then 'answered' else 'mentioned' end, mails.reason,
      comments.application_id, comments.id, comments.account_id, comments.author_name, mails.created_at, mails.created_at
    from mails join comments on comments.id = mails.comment_id
    where mails.kind = 'mention' and mails.account_id is not null
    order by mails.id`.execute(db)
  await sql`update mails set kind = 'notice' where kind = 'mention'`.execute(db)
}
