import { CommandFault, say } from '../backup/command.ts'
import type { Db } from '../database/tables.ts'
import { TABLE_NAMES, TABLES_OF_A_START, type TableName } from './copied-tables.ts'
import { columnsWithNul, withoutNul } from './nul-characters.ts'
import { insertRows, nameRow, readBatches } from './read-rows.ts'

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
  for (const table of TABLES_OF_A_START) await databases.to.deleteFrom(table).execute()
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
    await insertRows(to, table, rows.map(withoutNul)).catch((error) => {
      throw new CommandFault(
        `Rows of ${table} could not be copied, from ${nameRow(table, rows[0] ?? {})} on: ${error.message}.\n` +
          'Nothing was copied.',
      )
    })
    copied += rows.length
    if (copied % PROGRESS === 0) say(`${table}: ${copied.toLocaleString('en')} rows`)
  }
}
