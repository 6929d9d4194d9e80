import { Readable } from 'node:stream'
import type { AuditFilter } from '../../../contract/accounts/audit.ts'
import { csvLine, UTF8_MARK } from '../../platform/csv-lines.ts'
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
    'API token',
  ],
]

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
        ...[row.event, row.seal, row.token_name],
      ]),
    )
    if (lines.length > 0) yield lines.join('')
  }
}
