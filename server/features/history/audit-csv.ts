import type { Readable } from 'node:stream'
import type { AuditFilter } from '../../../contract/accounts/audit.ts'
import { csvStream } from '../../platform/csv-lines.ts'
import type { Db } from '../../platform/database/tables.ts'
import { type Actor, recordAction } from '../audit/audit-queries.ts'
import { sealTrail } from '../audit/seal-trail.ts'
import type { Services } from '../feature.ts'
import { readAudit } from './list-audit.ts'

/** Entries in memory at a time. */
const BATCH = 1_000

const COLUMNS = [
  ...['Sealed as', 'Time (UTC)', 'Who', 'Account', 'Action', 'Subject', 'Number', 'Name or title today'],
  ...['Event', 'Seal', 'API token'],
]

/** All entries of a filter as CSV, newest first, read while they are sent; the first is that of this export. */
export async function exportAudit(
  services: Services,
  { by, now }: { by: Actor; now: Date },
  filter: AuditFilter,
): Promise<Readable> {
  const { db, config } = services
  const entry = { by, now, id: by.id, subject: 'account', event: { action: 'audit_exported' } } as const
  await db.transaction().execute((trx) => recordAction(trx, entry))
  await sealNewest(services)
  return csvStream(COLUMNS, rowsOf(db, filter, config.company.timeZone))
}

/** Seals the newest entries, so that the reader sees their places. What prevents it is no reason not to read. */
export async function sealNewest(services: Services): Promise<void> {
  if (services.isPaused()) return
  await sealTrail(services, { mostBatches: 1 }).catch((err) =>
    services.log.warn({ err }, 'audit trail not sealed before it was read'),
  )
}

async function* rowsOf(db: Db, filter: AuditFilter, timeZone: string) {
  for await (const entries of readAudit(db, filter, { timeZone, batch: BATCH }))
    yield entries.map(({ row, by, subjectName }) => [
      ...[row.sealed_as, row.at, typeof by === 'string' ? by : by.name, row.account_id, row.action],
      ...(row.subject_id === 0 ? ['', '', ''] : [row.subject, row.subject_id, subjectName]),
      ...[row.event, row.seal, row.token_name],
    ])
}
