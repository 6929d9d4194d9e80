import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { indexAllApplications } from '../../features/applications/search/application-search-queries.ts'
import type { Db } from '../../platform/database/tables.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { say } from '../run-command.ts'
import { keyColumns, TABLE_NAMES, type TableName } from './copied-tables.ts'

/** Source and target, each in a transaction. */
export type Databases = { from: Db; to: Db }

/** Both engines store text, integers and null only. */
type Row = Record<string, string | number | null>

/** Number of rows of a table, and the SHA-256 over all of them. */
type Summary = { rows: number; sha256: string }

/** Rows in memory at a time. Of the widest table these are fewer values than a statement takes on either engine. */
const BATCH = 500
/** After every so many rows of a large table a line tells how far the copy is. */
const PROGRESS = 20_000
/** Rows that a refusal lists at most. */
const ROWS_SHOWN = 20
const INTEGER_MAX = 2 ** 31 - 1

/**
 * Copies every table, and then compares counts and checksums of source and target.
 * @returns the number of rows of each table
 * @throws {CommandFault} when PostgreSQL cannot store a row (before any is written), or when source and target differ
 */
export async function copyTables(databases: Databases, signal: AbortSignal): Promise<Map<TableName, number>> {
  const expected = await summariseSource(databases.from, signal)
  // Its only row is made with the schema; the source brings its own.
  await databases.to.deleteFrom('installation').execute()
  for (const table of TABLE_NAMES) await copyTable(table, databases, signal)
  await indexAllApplications(databases.to, signal)
  for (const [table, { rows, sha256 }] of expected) {
    signal.throwIfAborted()
    const copied = await summarise(databases.to, table)
    if (copied.rows !== rows || copied.sha256 !== sha256) throw await differing(databases, table)
  }
  return new Map([...expected].map(([table, { rows }]) => [table, rows]))
}

async function summariseSource(db: Db, signal: AbortSignal): Promise<Map<TableName, Summary>> {
  const summaries = new Map<TableName, Summary>()
  const unstorable: string[] = []
  for (const table of TABLE_NAMES) {
    signal.throwIfAborted()
    const inspect = (row: Row) => {
      const columns = Object.keys(row).filter((column) => !isStorable(row[column] ?? null))
      if (columns.length > 0) unstorable.push(`${nameRow(table, row)} (${columns.join(', ')})`)
    }
    summaries.set(table, await summarise(db, table, inspect))
  }
  if (unstorable.length === 0) return summaries
  const more = unstorable.length > ROWS_SHOWN ? `\n  and ${unstorable.length - ROWS_SHOWN} more` : ''
  throw new CommandFault(
    'Nothing was copied. PostgreSQL cannot store a NUL character or an integer above 2147483647. These rows have one:\n' +
      `  ${unstorable.slice(0, ROWS_SHOWN).join('\n  ')}${more}\n` +
      'Wellhead writes neither: find out what did, correct the rows with sqlite3, and run the command again.',
  )
}

function isStorable(value: Row[string]): boolean {
  return typeof value === 'number' ? Math.abs(value) <= INTEGER_MAX : !value?.includes('\0')
}

async function copyTable(table: TableName, { from, to }: Databases, signal: AbortSignal): Promise<void> {
  let copied = 0
  for await (const rows of readBatches(from, table)) {
    signal.throwIfAborted()
    await insertRows(to, table, rows).catch((error) => {
      const first = nameRow(table, rows[0] ?? {})
      throw new CommandFault(`Nothing was copied. The target refuses rows from ${first} on: ${error.message}.`)
    })
    copied += rows.length
    if (copied % PROGRESS === 0) say(`${table}: ${copied.toLocaleString('en')} rows`)
  }
}

async function insertRows(db: Db, table: TableName, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}`.execute(db)
}

async function summarise(db: Db, table: TableName, inspect: (row: Row) => void = () => undefined): Promise<Summary> {
  const hash = createHash('sha256')
  let count = 0
  for await (const rows of readBatches(db, table)) {
    count += rows.length
    for (const row of rows) {
      inspect(row)
      hash.update(canonical(row))
    }
  }
  return { rows: count, sha256: hash.digest('hex') }
}

/** Reads all rows of a table, ordered by key. */
async function* readBatches(db: Db, table: TableName): AsyncGenerator<Row[]> {
  const columns = keyColumns(table)
  const key = sql.join(columns.map((column) => sql.ref(column)))
  for (let last: Row | undefined; ; ) {
    const after = last ? sql`where (${key}) > (${sql.join(columns.map((column) => last?.[column]))})` : sql``
    const batch = sql<Row>`select * from ${sql.table(table)} ${after} order by ${key} limit ${BATCH}`
    const { rows } = await batch.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    last = rows.at(-1)
  }
}

/** The same text for the same content, whatever the order of columns in an engine. */
function canonical(row: Row): string {
  return `${JSON.stringify(Object.entries(row).sort(([one], [other]) => (one < other ? -1 : 1)))}\n`
}

async function differing(databases: Databases, table: TableName): Promise<CommandFault> {
  return new CommandFault(
    `Nothing was copied. The target does not store what it is given for ${table}: the first row that differs is\n` +
      `${await findFirstDifference(databases, table)}. Look for triggers in the target that are not Wellhead's.`,
  )
}

async function findFirstDifference({ from, to }: Databases, table: TableName): Promise<string> {
  const copies = readBatches(to, table)
  for await (const rows of readBatches(from, table)) {
    const { value: copied = [] } = (await copies.next()) as { value?: Row[] }
    const row = rows.find((row, index) => canonical(row) !== canonical(copied[index] ?? {}))
    if (row) return nameRow(table, row)
  }
  return 'one that the source does not have'
}

/** Names a row by its key, which is never personal data. */
function nameRow(table: TableName, row: Row): string {
  return [table, ...keyColumns(table).map((column) => row[column])].join(' ')
}
