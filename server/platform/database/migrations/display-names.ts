import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../schema-dialect.ts'
import type { Tables } from '../tables.ts'

/** Makes room for the names that accounts show; those that exist have none yet. */
export async function addDisplayNames(db: Kysely<Tables>): Promise<void> {
  const text = sql.raw(schemaDialectOf(db).text)
  await sql`alter table accounts add column display_name ${text}`.execute(db)
  await sql`alter table audit_trail add column display_name ${text}`.execute(db)
}
