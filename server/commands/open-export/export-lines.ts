import type { ResumeKind } from '../../../contract/applications/resume-kinds.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import type { Db } from '../../platform/database/tables.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { type Row, readBatches } from '../database-copy/table-rows.ts'
import type { ExportedTable } from './exported-tables.ts'

/** A row of an export: JSON of a column is its value, and a resume has the path of its file. */
type ExportedRow = Record<string, unknown>

/** Where the file of a resume is in the folder of an export. */
export function resumePath({ id, application_id, kind }: { id: number; application_id: number; kind: ResumeKind }) {
  return `files/${formatReference('APP', application_id)}/${id}.${kind}`
}

/** Where the rows of a table are in the folder of an export. */
export function tablePath({ name }: Pick<ExportedTable, 'name'>): string {
  return `data/${name}.jsonl`
}

/**
 * The lines of an exported table, ordered by its key: the same rows give the same bytes on both engines.
 * @param missing ids of resumes without a whole file
 */
export async function* exportLines(db: Db, table: ExportedTable, missing: ReadonlySet<number>): AsyncGenerator<string> {
  for await (const rows of readBatches(db, table.name, table.butFor)) {
    yield rows.map((row) => `${JSON.stringify(exportedRow(table, row, missing))}\n`).join('')
  }
}

function exportedRow({ name, json, without }: ExportedTable, row: Row, missing: ReadonlySet<number>): ExportedRow {
  const columns = Object.keys(row)
    .filter((column) => !without.includes(column))
    .toSorted((one, other) => Number(other === 'id') - Number(one === 'id') || (one < other ? -1 : 1))
  const exported: ExportedRow = Object.fromEntries(
    columns.map((column) => [column, json.includes(column) ? parsed(row[column]) : row[column]]),
  )
  if (name !== 'resumes') return exported
  return { ...exported, file: missing.has(Number(row.id)) ? null : resumePath(row as never) }
}

/** The row of a database that a line of an export stands for. @throws {CommandFault} when it is none */
export function storedRow({ name, json, filled }: ExportedTable, line: string): Row {
  const row: Row = {}
  for (const [column, value] of Object.entries(parsed(line) as ExportedRow)) {
    if (name === 'resumes' && column === 'file') continue
    row[column] = json.includes(column) && value !== null ? JSON.stringify(value) : (value as Row[string])
  }
  for (const [column, fill] of Object.entries(filled)) row[column] = fill()
  return row
}

function parsed(text: unknown): unknown {
  if (typeof text !== 'string') return text
  try {
    return JSON.parse(text)
  } catch {
    throw new CommandFault(`This is no JSON: ${text.slice(0, 80)}`)
  }
}
