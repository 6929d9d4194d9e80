import { sql } from 'kysely'
import type { Db } from '../../platform/database/tables.ts'
import { keyColumns, type TableName } from './copied-tables.ts'

/** A row as both engines give it: no other types are stored. */
export type Row = Record<string, string | number | null>

/** Rows held in memory at a time; so many of the widest table are fewer values than either engine takes at once. */
const BATCH = 500

/** Reads all rows of a table in the order of their keys, a batch at a time. */
export async function* readBatches(db: Db, table: TableName): AsyncGenerator<Row[]> {
  const columns = keyColumns(table)
  const key = sql.join(columns.map((column) => sql.ref(column)))
  for (let last: Row | undefined; ; ) {
    const after = last ? sql`where (${key}) > (${sql.join(columns.map((column) => last?.[column]))})` : sql``
    const { rows } = await sql<Row>`select * from ${sql.table(table)} ${after} order by ${key} limit ${BATCH}`.execute(
      db,
    )
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    last = rows.at(-1)
  }
}

/** Adds rows as they are, with the numbers they have. */
export async function insertRows(db: Db, table: TableName, rows: Row[]): Promise<void> {
  const columns = Object.keys(rows[0] ?? {})
  const values = rows.map((row) => sql`(${sql.join(columns.map((column) => row[column]))})`)
  await sql`insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))})
    values ${sql.join(values)}`.execute(db)
}

/** How messages name a row: its key, which is no person's name. */
export function nameRow(table: TableName, row: Row): string {
  return `${table} ${keyColumns(table)
    .map((column) => row[column])
    .join(', ')}`
}
