import { sql } from 'kysely'
import { engineOf } from '../../platform/database/engine.ts'
import type { Db } from '../../platform/database/tables.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { TABLES_WITH_SEQUENCE, type TableName } from './copied-tables.ts'
import type { Databases } from './copy-tables.ts'

/**
 * Sets the sequences of the target, so that it never gives an id that the source has given.
 * @throws {CommandFault} when the ids of a table are used up
 */
export async function copySequences({ from, to }: Databases): Promise<void> {
  for (const table of TABLES_WITH_SEQUENCE) {
    const lastId = await readLastId(from, table)
    if (lastId === 0) continue
    await setLastId(to, table, lastId).catch((error) => {
      throw new CommandFault(
        `Nothing was copied. The target gives no id after ${lastId} in ${table}: ${error.message}.`,
      )
    })
  }
}

/** The largest id ever given, also when its row was deleted since. */
async function readLastId(db: Db, table: TableName): Promise<number> {
  const sequence =
    engineOf(db) === 'sqlite'
      ? sql`select seq from sqlite_sequence where name = ${table}`
      : sql`select case when is_called then last_value else last_value - 1 end from ${sequenceOf(table)}`
  const ids = sql`select id from ${sql.table(table)} union all ${sequence}`
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from (${ids}) as ids`.execute(db)
  return rows[0]?.id ?? 0
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
