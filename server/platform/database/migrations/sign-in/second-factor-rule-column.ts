import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/** Stores since when everybody needs a second factor. */
export async function addSecondFactorRule(db: Kysely<Tables>): Promise<void> {
  const text = sql.raw(schemaDialectOf(db).text)
  await sql`alter table sign_in_settings add column second_factor_since ${text}`.execute(db)
}
