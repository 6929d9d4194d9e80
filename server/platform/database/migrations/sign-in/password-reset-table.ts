import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/** Makes room for the links by which people choose a new password, one for an account. */
export async function addPasswordResets(db: Kysely<Tables>): Promise<void> {
  const text = sql.raw(schemaDialectOf(db).text)
  await sql`create table password_resets (
    account_id integer primary key references accounts (id) on delete cascade,
    email ${text} not null,
    role ${text} not null,
    token_hash ${text} unique,
    asked_at ${text} not null,
    expires_at ${text} not null
  )`.execute(db)
}
