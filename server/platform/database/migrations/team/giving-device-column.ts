import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../../schema-dialect.ts'
import type { Tables } from '../../tables.ts'

/** Makes room for the device with which an interviewer without an account gave a scorecard. Of those of before it is not known. */
export async function addGivingDevices(db: Kysely<Tables>): Promise<void> {
  await sql`alter table scorecards add column device_hash ${sql.raw(schemaDialectOf(db).text)}`.execute(db)
}
