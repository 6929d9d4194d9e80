import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/** Makes room for API tokens, and for their names in the audit trail. */
export async function addApiTokens(db: Kysely<Tables>): Promise<void> {
  const { numberedId, text: textType } = schemaDialectOf(db)
  const [id, text] = [sql.raw(numberedId), sql.raw(textType)]
  await sql`create table api_tokens (
    id ${id},
    account_id integer not null references accounts (id) on delete cascade,
    name ${text} not null,
    token_hash ${text} not null unique,
    ending ${text} not null,
    scopes ${text} not null,
    method ${text} not null,
    created_at ${text} not null,
    expires_at ${text} not null,
    last_used_at ${text}
  )`.execute(db)
  await sql`create index api_tokens_by_account on api_tokens (account_id)`.execute(db)
  await sql`alter table audit_trail add column token_name ${text}`.execute(db)
}
