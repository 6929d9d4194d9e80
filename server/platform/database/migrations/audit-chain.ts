import { type Kysely, sql } from 'kysely'
import { engineOf } from '../engine.ts'
import { schemaDialectOf } from '../schema-dialect.ts'
import type { Tables } from '../tables.ts'

/**
 * Makes room for the chain of the audit trail, and orders its entries by what a reader filters them by, newest first. Those that
 * exist are sealed by the first run.
 */
export async function chainAuditTrail(db: Kysely<Tables>): Promise<void> {
  const text = sql.raw(schemaDialectOf(db).text)
  await sql`alter table audit_trail add column action ${text} not null default ''`.execute(db)
  const action = engineOf(db) === 'sqlite' ? sql`json_extract(event, '$.action')` : sql`event::json ->> 'action'`
  await sql`update audit_trail set action = coalesce(${action}, '')`.execute(db)
  await sql`alter table audit_trail add column sealed_as integer`.execute(db)
  await sql`alter table audit_trail add column event_hash ${text}`.execute(db)
  await sql`alter table audit_trail add column seal ${text}`.execute(db)
  await sql`alter table installation add column audit_head ${text}`.execute(db)
  await sql`create unique index audit_trail_by_place on audit_trail (sealed_as)`.execute(db)
  await sql`create index audit_trail_unsealed on audit_trail (id) where sealed_as is null`.execute(db)
  await sql`create index audit_trail_by_time on audit_trail (at, id)`.execute(db)
  await sql`create index audit_trail_by_account on audit_trail (account_id, at, id)`.execute(db)
  await sql`create index audit_trail_by_action on audit_trail (action, at, id)`.execute(db)
}
