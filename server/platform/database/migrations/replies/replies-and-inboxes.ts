import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/** Makes room for what applicants reply, for the files that come along, and for how far the mailbox was read. */
export async function addReplies(db: Kysely<Tables>): Promise<void> {
  const { numberedId, text: textType, number: numberType } = schemaDialectOf(db)
  const [id, text, number] = [sql.raw(numberedId), sql.raw(textType), sql.raw(numberType)]
  // A UID has 32 bits without a sign, more than an integer of PostgreSQL.
  await sql`create table inboxes (
    mailbox ${text} primary key,
    uid_validity ${text},
    last_uid ${number} not null default 0,
    read_at ${text},
    fault ${text},
    fault_since ${text},
    holder ${text},
    held_until ${text}
  )`.execute(db)
  await sql`create table replies (
    id ${id},
    application_id integer not null references applications (id) on delete cascade,
    mail_id integer,
    identity ${text} not null unique,
    nature ${text} not null,
    message_id ${text},
    reference_ids ${text} not null,
    from_name ${text},
    from_address ${text} not null,
    is_other_address integer not null default 0,
    subject ${text} not null,
    body ${text} not null,
    quoted ${text},
    is_cut integer not null default 0,
    left_out ${text} not null,
    sent_at ${text},
    received_at ${text} not null,
    answered_at ${text},
    answered_by ${text},
    answered_mail_id integer
  )`.execute(db)
  await sql`create index replies_by_application on replies (application_id, id)`.execute(db)
  await sql`create index replies_unanswered on replies (application_id, received_at)
    where nature = 'reply' and answered_at is null`.execute(db)
  await sql`create index replies_by_answer on replies (answered_mail_id) where answered_mail_id is not null`.execute(db)
  await sql`create index mails_by_message_id on mails (message_id)`.execute(db)
  await sql`alter table resumes add column reply_id integer`.execute(db)
}
