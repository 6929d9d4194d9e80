import { sql } from 'kysely'
import type { Db } from '../../platform/database/tables.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { keyColumns, type TableName } from './copied-tables.ts'

/** Both engines store text, numbers and null only. */
export type Row = Record<string, string | number | null>

/** Rows in memory at a time. Of the widest table these are fewer values than a statement takes on either engine. */
const BATCH = 500

/** Reads all rows of a table, ordered by key. @param butFor rows that are left out, as an SQL condition */
export async function* readBatches(db: Db, table: TableName, butFor = 'false'): AsyncGenerator<Row[]> {
  const columns = keyColumns(table)
  const key = sql.join(columns.map((column) => sql.ref(column)))
  for (let last: Row | undefined; ; ) {
    const after = last ? sql`(${key}) > (${sql.join(columns.map((column) => last?.[column]))})` : sql`true`
    const wanted = sql`${after} and not (${sql.raw(butFor)})`
    const batch = sql<Row>`select * from ${sql.table(table)} where ${wanted} order by ${key} limit ${BATCH}`
    const { rows } = await batch.execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < BATCH) return
    last = rows.at(-1)
  }
}

/** Inserts rows of a table, at most a batch. @throws {CommandFault} when the database refuses them */
export async function insertRows(db: Db, table: TableName, rows: readonly Row[]): Promise<void> {
  const inserted = db.insertInto(table).values(rows as never)
  await inserted.execute().catch((error) => {
    const key = keyColumns(table).map((column) => rows[0]?.[column])
    throw new CommandFault(
      `Nothing was copied. The target refuses rows from ${table} ${key.join(' ')} on: ${error.message}.`,
    )
  })
}

/** Rows one by one as batches of a size that one statement takes. */
export async function* inBatches(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
