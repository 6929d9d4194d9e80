import { createHash } from 'node:crypto'
import type { Db } from '../../platform/database/tables.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { TABLE_NAMES, type TableName } from './copied-tables.ts'
import type { Databases } from './copy-tables.ts'
import { withoutNul } from './nul-characters.ts'
import { nameRow, type Row, readBatches } from './read-rows.ts'

/** How many rows a table has, and the SHA-256 over all of them. */
type Summary = { rows: number; sha256: string }

/**
 * Reads every table at both ends, each by itself, and compares counts and checksums.
 * @returns rows by table
 * @throws {CommandFault} naming the table and the first row that differ
 */
export async function compareTables(databases: Databases, signal: AbortSignal): Promise<Map<TableName, number>> {
  const counts = new Map<TableName, number>()
  for (const table of TABLE_NAMES) {
    signal.throwIfAborted()
    const from = await summarise(databases.from, table)
    const to = await summarise(databases.to, table)
    if (from.rows !== to.rows || from.sha256 !== to.sha256) throw await differing(databases, table, { from, to })
    counts.set(table, to.rows)
  }
  return counts
}

async function summarise(db: Db, table: TableName): Promise<Summary> {
  const hash = createHash('sha256')
  let rows = 0
  for await (const row of readRows(db, table)) {
    hash.update(canonical(row)).update('\n')
    rows += 1
  }
  return { rows, sha256: hash.digest('hex') }
}

async function* readRows(db: Db, table: TableName): AsyncGenerator<Row> {
  for await (const rows of readBatches(db, table)) yield* rows.map(withoutNul)
}

/** The same text for the same content, in whatever order an engine has the columns. */
function canonical(row: Row): string {
  return JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)))
}

async function differing(databases: Databases, table: TableName, { from, to }: { from: Summary; to: Summary }) {
  const row = await findFirstDifference(databases, table)
  return new CommandFault(
    `What was copied of ${table} is not what is in the source: ${from.rows} rows there, ${to.rows} in the target,\n` +
      `and the first that differs is ${row}. Nothing was copied. Is a trigger of somebody else at work in the target?`,
  )
}

async function findFirstDifference({ from, to }: Databases, table: TableName): Promise<string> {
  const others = readRows(to, table)
  for await (const row of readRows(from, table)) {
    const other = await others.next()
    if (other.done || canonical(other.value) !== canonical(row)) return nameRow(table, row)
  }
  const more = await others.next()
  return more.done ? 'none any more' : nameRow(table, more.value)
}
