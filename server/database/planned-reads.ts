import { type Kysely, sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { Db, Tables } from './tables.ts'

/**
 * Which ways PostgreSQL may go. Its statistics are those of minutes ago, and after a bulk load of an empty table; a list
 * that was sorted because of them would take a hundred times as long. SQLite keeps none here.
 */
const WAYS = {
  order: { enable_sort: 'off', enable_seqscan: 'off', enable_bitmapscan: 'off', enable_indexscan: 'on', jit: 'off' },
  text: { enable_sort: 'off', enable_seqscan: 'off', enable_bitmapscan: 'on', enable_indexscan: 'off', jit: 'off' },
}

/** Reads rows in the order of an index, in one transaction; what has to be sorted still is, so it must be little. */
export function readInOrder<Result>(db: Kysely<Tables>, read: (trx: Db) => Promise<Result>): Promise<Result> {
  if (engineOf(db) === 'sqlite') return read(db)
  return db
    .transaction()
    .setAccessMode('read only')
    .execute(async (trx) => {
      await choose(trx, 'order')
      return read(trx)
    })
}

/** Reads rows by the text index, inside of {@link readInOrder}. */
export async function readByText<Result>(trx: Db, read: () => Promise<Result>): Promise<Result> {
  if (engineOf(trx) === 'sqlite') return read()
  await choose(trx, 'text')
  const result = await read()
  await choose(trx, 'order')
  return result
}

async function choose(trx: Db, way: keyof typeof WAYS): Promise<void> {
  const settings = Object.entries(WAYS[way]).map(([name, value]) => sql`set_config(${name}, ${value}, true)`)
  await sql`select ${sql.join(settings)}`.execute(trx)
}
