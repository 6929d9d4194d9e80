import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/** Makes room for to whom accounts belonged, which outlives the account, and for whether others gave an account its address. */
export async function addEndedIdentities(db: Kysely<Tables>): Promise<void> {
  const text = sql.raw(schemaDialectOf(db).text)
  await sql`create table ended_identities (
    identity_hash ${text} primary key,
    account_id integer not null,
    ended_at ${text} not null
  )`.execute(db)
  await sql`create index ended_identities_by_account on ended_identities (account_id)`.execute(db)
  await sql`alter table accounts add column is_email_given integer not null default 1`.execute(db)
}
