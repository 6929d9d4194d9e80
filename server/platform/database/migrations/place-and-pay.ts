import { type Kysely, sql } from 'kysely'
import { schemaDialectOf } from '../schema-dialect.ts'
import type { Tables } from '../tables.ts'

/** Makes room for the place and the pay of postings. The server fills it after its start, as the company's address decides. */
export async function addPlaceAndPay(db: Kysely<Tables>): Promise<void> {
  const text = sql.raw(schemaDialectOf(db).text)
  await sql`alter table jobs add column place_and_pay ${text}`.execute(db)
  await sql`alter table jobs add column place_and_pay_reader ${text}`.execute(db)
}
