import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/** Makes room for the ledger of erasures, and for the sums of erased applications. Neither says anything about a person. */
export async function addErasureTables(db: Kysely<Tables>): Promise<void> {
  const text = sql.raw(schemaDialectOf(db).text)
  await sql`create table erasures (
    hash ${text} primary key,
    kind ${text} not null,
    erased_at ${text} not null,
    is_replayed integer not null default 1
  )`.execute(db)
  await sql`create index erasures_to_replay on erasures (hash) where is_replayed = 0`.execute(db)
  await sql`create table insight_sums (
    period ${text} not null,
    job_id integer not null,
    figure ${text} not null,
    value ${text} not null,
    applications integer not null,
    primary key (period, job_id, figure, value)
  )`.execute(db)
}
