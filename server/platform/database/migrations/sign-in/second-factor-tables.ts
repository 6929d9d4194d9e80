import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/** Stores how and when each session was proved, and makes room for second factors. */
export async function addSecondFactors(db: Kysely<Tables>): Promise<void> {
  const { numberedId, text: textType } = schemaDialectOf(db)
  const [id, text] = [sql.raw(numberedId), sql.raw(textType)]
  // A session of before has to be confirmed first.
  await sql`alter table sessions add column confirmed_at ${text} not null default ''`.execute(db)
  await sql`alter table sessions add column method ${text} not null default 'password'`.execute(db)
  await sql`create table totp_secrets (
    account_id integer primary key references accounts (id) on delete cascade,
    sealed_secret ${text} not null,
    last_step integer,
    created_at ${text} not null,
    confirmed_at ${text}
  )`.execute(db)
  await sql`create table passkeys (
    id ${id},
    account_id integer not null references accounts (id) on delete cascade,
    credential_id ${text} not null unique,
    public_key ${text} not null,
    sign_count bigint not null,
    transports ${text} not null,
    rp_id ${text} not null,
    name ${text} not null,
    created_at ${text} not null,
    last_used_at ${text}
  )`.execute(db)
  await sql`create index passkeys_by_account on passkeys (account_id)`.execute(db)
  await sql`create table recovery_codes (
    account_id integer not null references accounts (id) on delete cascade,
    code_hash ${text} not null,
    used_at ${text},
    primary key (account_id, code_hash)
  )`.execute(db)
  await sql`create table spent_tickets (ticket_hash ${text} primary key, expires_at ${text} not null)`.execute(db)
  await sql`create index spent_tickets_by_end on spent_tickets (expires_at)`.execute(db)
}
