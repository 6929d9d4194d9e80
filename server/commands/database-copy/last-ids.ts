import { sql } from 'kysely'
import { engineOf } from '../../platform/database/engine.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { TableName } from './copied-tables.ts'

/** The largest id ever given, also when its row was deleted since. */
export async function readLastId(db: Db, table: TableName): Promise<number> {
  const lastId =
    engineOf(db) === 'sqlite'
      ? sql<{ id: number }>`select seq as id from sqlite_sequence where name = ${table}`
      : sql<{ id: number }>`select last_value - (not is_called)::integer as id from ${sequenceOf(table)}`
  return (await lastId.execute(db)).rows[0]?.id ?? 0
}

/** Sets the sequence of a table, so that it gives no id up to this one again. */
export async function setLastId(db: Db, table: TableName, lastId: number): Promise<void> {
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
