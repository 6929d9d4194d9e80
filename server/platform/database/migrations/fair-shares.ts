import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../schema-dialect.ts'
import type { Tables } from '../tables.ts'

/** Counts mails for each mailbox instead of for each address, and gives the tasks of the outbox an order. */
export async function addFairShares(db: Kysely<Tables>): Promise<void> {
  const text = sql.raw(schemaDialectOf(db).text)
  await sql`create table mailbox_mails (
    id ${text} primary key,
    mailbox_hash ${text} not null,
    mailed_at ${text} not null
  )`.execute(db)
  await sql`create index mailbox_mails_by_mailbox on mailbox_mails (mailbox_hash, mailed_at)`.execute(db)
  await sql`create index mailbox_mails_by_time on mailbox_mails (mailed_at)`.execute(db)
  await sql`drop index messages_by_mailed_receipt`.execute(db)
  await sql`alter table outbox_tasks add column priority integer not null default 1`.execute(db)
  await sql`alter table outbox_tasks add column share ${text}`.execute(db)
  await sql`alter table outbox_tasks add column turn integer`.execute(db)
  await sql`drop index outbox_tasks_by_time`.execute(db)
  await sql`create index outbox_tasks_by_time on outbox_tasks (run_after) where turn is null`.execute(db)
  await sql`create index outbox_tasks_by_turn on outbox_tasks (kind, priority, turn, id) where turn is not null`.execute(
    db,
  )
  await sql`create index outbox_tasks_by_share on outbox_tasks (kind, priority, share, turn) where turn is not null`.execute(
    db,
  )
}
