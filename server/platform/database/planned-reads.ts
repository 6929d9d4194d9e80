import { type Kysely, sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { Db, Tables } from './tables.ts'

/**
 * Begins a transaction in which PostgreSQL reads along an index or by the text index, in one message to it. Its
 * statistics are those of minutes ago, and after a bulk load of an empty table; a list that was sorted because of them
 * would take a hundred times as long.
 */
const BEGIN = `begin read only; ${['enable_sort', 'enable_seqscan', 'jit'].map((name) => `set local ${name} = off`).join('; ')}`

/**
 * Reads rows in the order of an index; what has to be sorted still is, so it must be little. SQLite keeps no statistics
 * here.
 */
export function readInOrder<Result>(db: Kysely<Tables>, read: (connection: Db) => Promise<Result>): Promise<Result> {
  if (engineOf(db) === 'sqlite') return read(db)
  return db.connection().execute(async (connection) => {
    try {
      await sql.raw(BEGIN).execute(connection)
      return await read(connection)
    } finally {
      // Nothing was written; a connection that is lost has ended the transaction itself. One that could not be begun as
      // it should is open all the same.
      await sql`rollback`.execute(connection)
    }
  })
}
