import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/** Makes room for webhooks and the log of their deliveries. */
export async function addWebhooks(db: Kysely<Tables>): Promise<void> {
  const { numberedId, text: textType } = schemaDialectOf(db)
  const [id, text] = [sql.raw(numberedId), sql.raw(textType)]
  await sql`create table webhooks (
    id ${id},
    name ${text} not null,
    format ${text} not null,
    sealed_url ${text} not null,
    shown_address ${text} not null,
    sealed_secret ${text},
    sealed_old_secret ${text},
    old_secret_until ${text},
    events ${text} not null,
    shows_names integer not null default 0,
    created_at ${text} not null,
    failing_since ${text},
    disabled_at ${text},
    disabled_because ${text}
  )`.execute(db)
  await sql`create table webhook_deliveries (
    id ${id},
    webhook_id integer not null references webhooks (id) on delete cascade,
    message_id ${text} not null unique,
    event ${text} not null,
    body ${text} not null,
    state ${text} not null,
    task_number integer not null default 0,
    created_at ${text} not null,
    begun_at ${text} not null,
    attempts integer not null default 0,
    last_at ${text},
    next_at ${text},
    status integer,
    milliseconds integer,
    answer ${text}
  )`.execute(db)
  await sql`create index webhook_deliveries_by_webhook on webhook_deliveries (webhook_id, state, id)`.execute(db)
  await sql`create index webhook_deliveries_by_time on webhook_deliveries (created_at)`.execute(db)
}
