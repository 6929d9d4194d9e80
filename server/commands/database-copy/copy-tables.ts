import { createHash } from 'node:crypto'
import { indexAllApplications } from '../../features/applications/stored/application-search-queries.ts'
import type { Db } from '../../platform/database/tables.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { TABLE_NAMES, type TableName } from './copied-tables.ts'
import { insertRows, type Row, readBatches } from './table-rows.ts'

/** Source and target, each in a transaction. */
export type Databases = { from: Db; to: Db }

/** Number of rows of a table, and the SHA-256 over all of them. */
type Summary = { count: number; sha256: string }

/** After every so many rows of a large table a line tells how far the copy is. */
const PROGRESS = 20_000

/**
 * Copies every table, then reads the target again and compares counts and checksums.
 * @returns the number of rows of each table
 * @throws {CommandFault} when the target refuses rows, or differs from the source
 */
export async function copyTables({ from, to }: Databases, signal: AbortSignal): Promise<Map<TableName, number>> {
  // Its only row is made with the schema; the source brings its own.
  await to.deleteFrom('installation').execute()
  const given = new Map<TableName, Summary>()
  for (const table of TABLE_NAMES) {
    const insert = async (rows: Row[], copied: number) => {
      await insertRows(to, table, rows)
      if (copied > 0 && copied % PROGRESS === 0) process.stdout.write(`${table}: ${copied.toLocaleString('en')} rows\n`)
    }
    given.set(table, await readTable(from, table, { signal, insert }))
  }
  await indexAllApplications(to, signal)
  for (const [table, { count, sha256 }] of given) {
    const stored = await readTable(to, table, { signal })
    if (stored.count === count && stored.sha256 === sha256) continue
    throw new CommandFault(
      `Nothing was copied. The target does not store what it is given for ${table}: of ${count} rows it has ${stored.count}, ` +
        'and their checksums differ.\nLook for triggers in the target that are not of Wellhead.',
    )
  }
  return new Map([...given].map(([table, { count }]) => [table, count]))
}

/** @param options.insert takes each batch of rows, and how many came before it */
async function readTable(
  db: Db,
  table: TableName,
  { signal, insert }: { signal: AbortSignal; insert?: (rows: Row[], copied: number) => Promise<void> },
): Promise<Summary> {
  const hash = createHash('sha256')
  let count = 0
  for await (const rows of readBatches(db, table)) {
    signal.throwIfAborted()
    for (const row of rows) hash.update(canonical(row))
    await insert?.(rows, count)
    count += rows.length
  }
  return { count, sha256: hash.digest('hex') }
}

/** The same text for the same content, whatever the order of columns in an engine. */
function canonical(row: Row): string {
  return `${JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)))}\n`
}
