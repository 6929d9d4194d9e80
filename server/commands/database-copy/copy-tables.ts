import { sql } from 'kysely'
import type { Db } from '../../platform/database/tables.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { say } from '../run-command.ts'
import { TABLE_NAMES, type TableName } from './copied-tables.ts'
import { columnsWithNul, withoutNul } from './nul-characters.ts'
import { insertRows, nameRow, type Row, readBatches } from './read-rows.ts'

/** Both databases, each in a transaction of its own. */
export type Databases = { from: Db; to: Db }

/** Rows after which a big table says how far it is. */
const PROGRESS = 20_000

/**
 * Copies every row of every table.
 * @returns the rows of which a NUL was replaced, as messages name them
 * @throws {CommandFault} when the target does not take a row
 */
export async function copyTables(databases: Databases, signal: AbortSignal): Promise<string[]> {
  const replaced: string[] = []
  // Made with the schema; the source brings its own.
  await databases.to.deleteFrom('installation').execute()
  for (const table of TABLE_NAMES) await copyTable(table, databases, { signal, replaced })
  return replaced
}

async function copyTable(
  table: TableName,
  { from, to }: Databases,
  { signal, replaced }: { signal: AbortSignal; replaced: string[] },
): Promise<void> {
  let copied = 0
  for await (const rows of readBatches(from, table)) {
    signal.throwIfAborted()
    for (const row of rows) {
      const columns = columnsWithNul(row)
      if (columns.length > 0) replaced.push(`${nameRow(table, row)} (${columns.join(', ')})`)
    }
    await insertOrName(to, table, rows.map(withoutNul))
    copied += rows.length
    if (copied % PROGRESS === 0) say(`${table}: ${copied.toLocaleString('en')} rows`)
  }
}

/** @throws {CommandFault} naming the row that the target does not take */
async function insertOrName(to: Db, table: TableName, rows: Row[]): Promise<void> {
  await sql`savepoint batch`.execute(to)
  try {
    await insertRows(to, table, rows)
    await sql`release savepoint batch`.execute(to)
  } catch (error) {
    const name = await findRefused(to, table, rows).catch(() => undefined)
    const words = name ?? `Rows of ${table}, from ${nameRow(table, rows[0] ?? {})} on,`
    throw new CommandFault(`${words} could not be copied: ${(error as Error).message}.\nNothing was copied.`)
  }
}

/** Takes the rows of a batch one by one; undefined where the target then has them all. */
async function findRefused(to: Db, table: TableName, rows: Row[]): Promise<string | undefined> {
  await sql`rollback to savepoint batch`.execute(to)
  for (const row of rows) {
    const isTaken = await insertRows(to, table, [row]).then(
      () => true,
      () => false,
    )
    if (!isTaken) return nameRow(table, row)
  }
  return undefined
}
