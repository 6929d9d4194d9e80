import { sql } from 'kysely'
import { engineOf } from '../../platform/database/engine.ts'
import type { Db } from '../../platform/database/tables.ts'
import { TABLES_WITH_SEQUENCE, type TableName } from './copied-tables.ts'
import type { Databases } from './copy-tables.ts'

/** Sets the sequences of the target, so that it never gives an id that the source has given. */
export async function copySequences({ from, to }: Databases): Promise<void> {
  for (const table of TABLES_WITH_SEQUENCE) await setLastId(to, table, await readLastId(from, table))
}

/** The largest id ever given, also when its row was deleted since. */
async function readLastId(db: Db, table: TableName): Promise<number> {
  const lastId =
    engineOf(db) === 'sqlite'
      ? sql<{ id: number }>`select seq as id from sqlite_sequence where name = ${table}`
      : sql<{ id: number }>`select last_value - (not is_called)::integer as id from ${sequenceOf(table)}`
  return (await lastId.execute(db)).rows[0]?.id ?? 0
}

async function setLastId(db: Db, table: TableName, lastId: number): Promise<void> {
  if (engineOf(db) === 'sqlite') {
    await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${lastId})`.execute(db)
  } else {
    // Unlike setval, this is rolled back with the transaction.
    await sql`alter sequence ${sequenceOf(table)} restart with ${sql.lit(lastId + 1)}`.execute(db)
  }
}

/** PostgreSQL's name for the sequence of an identity column. */
function sequenceOf(table: TableName) {
  return sql.table(`${table}_id_seq`)
}
