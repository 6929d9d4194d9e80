import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/** Makes room for accounts at a provider of OpenID Connect, and for what owners set about signing in. */
export async function addSingleSignOn(db: Kysely<Tables>): Promise<void> {
  const { numberedId, text: textType } = schemaDialectOf(db)
  const [id, text] = [sql.raw(numberedId), sql.raw(textType)]
  await sql`create table linked_identities (
    id ${id},
    account_id integer not null references accounts (id) on delete cascade,
    issuer ${text} not null,
    subject ${text} not null,
    email ${text},
    created_at ${text} not null,
    last_used_at ${text},
    unique (issuer, subject)
  )`.execute(db)
  await sql`create index linked_identities_by_account on linked_identities (account_id)`.execute(db)
  await sql`create table sign_in_settings (
    id integer primary key check (id = 1),
    settings ${text} not null,
    version integer not null default 1
  )`.execute(db)
}
