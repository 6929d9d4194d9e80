import type { SelectQueryBuilder } from 'kysely'
import type { Tables } from './tables.ts'

/** How many rows a query finds. PostgreSQL gives counts as text. */
export async function countRows<From extends keyof Tables, Row>(
  rows: SelectQueryBuilder<Tables, From, Row>,
): Promise<number> {
  const counted = rows.clearSelect().select(({ fn }) => fn.countAll<number | string>().as('count'))
  return Number((await counted.executeTakeFirstOrThrow()).count)
}
