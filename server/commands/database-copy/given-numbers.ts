import { sql } from 'kysely'
import { engineOf } from '../../platform/database/engine.ts'
import type { Db } from '../../platform/database/tables.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { NUMBERED_TABLES, type TableName } from './copied-tables.ts'
import type { Databases } from './copy-tables.ts'

/**
 * Has the target go on numbering where the source stopped. That may be above the largest number there is: one that was
 * given and removed is not given again.
 * @throws {CommandFault} when the target does not keep it
 */
export async function copyGivenNumbers({ from, to }: Databases): Promise<void> {
  for (const table of NUMBERED_TABLES) {
    const given = await readGiven(from, table)
    const refuse = (reason: string) => {
      throw new CommandFault(
        `The target does not go on numbering ${table} after ${given}${reason}. Nothing was copied.`,
      )
    }
    if (given > 0) await writeGiven(to, table, given).catch((error) => refuse(`: ${error.message}`))
    if ((await readGiven(to, table)) !== given) refuse('')
  }
}

async function readGiven(db: Db, table: TableName): Promise<number> {
  const counter = engineOf(db) === 'sqlite' ? readOnSqlite(db, table) : readOnPostgres(db, table)
  const largest = await sql<{ id: number | null }>`select max(id) as id from ${sql.table(table)}`.execute(db)
  return Math.max(await counter, largest.rows[0]?.id ?? 0)
}

async function writeGiven(db: Db, table: TableName, given: number): Promise<void> {
  if (engineOf(db) === 'sqlite') return writeOnSqlite(db, table, given)
  // Unlike setval, this is taken back with the transaction.
  await sql`alter sequence ${sql.raw(await sequenceOf(db, table))} restart with ${sql.lit(given + 1)}`.execute(db)
}

async function readOnSqlite(db: Db, table: TableName): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(db)
  return rows[0]?.seq ?? 0
}

async function writeOnSqlite(db: Db, table: TableName, given: number): Promise<void> {
  await sql`delete from sqlite_sequence where name = ${table}`.execute(db)
  await sql`insert into sqlite_sequence (name, seq) values (${table}, ${given})`.execute(db)
}

async function readOnPostgres(db: Db, table: TableName): Promise<number> {
  const { rows } = await sql<{ last: number; is_called: boolean }>`
    select last_value as last, is_called from ${sql.raw(await sequenceOf(db, table))}`.execute(db)
  const { last = 0, is_called = true } = rows[0] ?? {}
  return is_called ? last : last - 1
}

/** Quoted by PostgreSQL itself. */
async function sequenceOf(db: Db, table: TableName): Promise<string> {
  const { rows } = await sql<{ name: string }>`select pg_get_serial_sequence(${table}, 'id') as name`.execute(db)
  return rows[0]?.name ?? table
}
