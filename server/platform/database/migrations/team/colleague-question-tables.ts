import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/** Makes room for questions about an application to colleagues without an account, and for the devices that have opened one. */
export async function addColleagueQuestions(db: Kysely<Tables>): Promise<void> {
  const { numberedId, text: textType } = schemaDialectOf(db)
  const [id, text] = [sql.raw(numberedId), sql.raw(textType)]
  await sql`create table colleague_questions (
    id ${id},
    application_id integer not null references applications (id) on delete cascade,
    email ${text} not null,
    question ${text} not null,
    asked_by ${text} not null,
    asked_by_id integer not null references accounts (id) on delete cascade,
    token_hash ${text} not null unique,
    created_at ${text} not null,
    expires_at ${text} not null,
    ended_at ${text},
    last_look_at ${text},
    code_hash ${text},
    code_expires_at ${text},
    code_tries integer not null default 0
  )`.execute(db)
  await sql`create index colleague_questions_by_application on colleague_questions (application_id, id)`.execute(db)
  await sql`create index colleague_questions_by_asker on colleague_questions (asked_by_id, created_at)`.execute(db)
  await sql`create table colleague_devices (
    device_hash ${text} primary key,
    question_id integer not null references colleague_questions (id) on delete cascade,
    created_at ${text} not null
  )`.execute(db)
  await sql`create index colleague_devices_by_question on colleague_devices (question_id)`.execute(db)
  await sql`alter table mails add column colleague_question_id integer references colleague_questions (id) on delete cascade`.execute(
    db,
  )
  await sql`create index mails_by_colleague_question on mails (colleague_question_id) where colleague_question_id is not null`.execute(
    db,
  )
}
