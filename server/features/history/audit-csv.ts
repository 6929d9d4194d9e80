import { Readable } from 'node:stream'
import type { AuditFilter } from '../../../contract/accounts/audit.ts'
import type { Db } from '../../platform/database/tables.ts'
import { readAudit } from './list-audit.ts'

/** Entries in memory at a time. */
const BATCH = 1_000

const COLUMNS = [
  ...[
    'Sealed as',
    'Time (UTC)',
    'Who',
    'Account',
    'Action',
    'Subject',
    'Number',
    'Name or title today',
    'Event',
    'Seal',
  ],
]

/** By this mark spreadsheets read the file as UTF-8. */
const UTF8_MARK = '\u{feff}'

/** All entries of a filter as CSV, newest first, read while they are sent. */
export function auditCsv(db: Db, filter: AuditFilter, timeZone: string): Readable {
  return Readable.from(csvOf(db, filter, timeZone))
}

async function* csvOf(db: Db, filter: AuditFilter, timeZone: string): AsyncGenerator<string> {
  yield UTF8_MARK + csvLine(COLUMNS)
  for await (const entries of readAudit(db, filter, { timeZone, batch: BATCH })) {
    const lines = entries.map(({ row, by, subjectName }) =>
      csvLine([
        ...[row.sealed_as, row.at, typeof by === 'string' ? by : by.name, row.account_id, row.action],
        ...(row.subject_id === 0 ? ['', '', ''] : [row.subject, row.subject_id, subjectName]),
        ...[row.event, row.seal],
      ]),
    )
    if (lines.length > 0) yield lines.join('')
  }
}

/** One line of a CSV file (RFC 4180). */
export function csvLine(cells: ReadonlyArray<string | number | null>): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}

/**
 * A spreadsheet would run a text that begins like a formula: an apostrophe before it keeps it a text. One that separates by semicolons
 * takes what follows such a sign for a cell of its own.
 */
function csvCell(value: string | number | null): string {
  if (value === null || typeof value === 'number') return String(value ?? '')
  const text = value.replaceAll(/(^|;)(?=[=+\-@\t\r\n＝＋－＠])/g, "$1'")
  return `"${text.replaceAll('"', '""')}"`
}
