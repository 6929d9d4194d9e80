import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/** Makes room for the time of the last look of each device that has opened the link of a question. */
export async function addLooksOfDevices(db: Kysely<Tables>): Promise<void> {
  const text = sql.raw(schemaDialectOf(db).text)
  await sql`alter table colleague_devices add column last_look_at ${text}`.execute(db)
}
