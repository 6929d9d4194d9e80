import type { Readable } from 'node:stream'
import {
  APPLICANT_FIELD_NAMES,
  APPLICANT_FIELDS,
  shownLabel,
} from '../../../../contract/applications/applicant-fields.ts'
import { APPLICATION_STATUS } from '../../../../contract/applications/application-statuses.ts'
import { formatReference } from '../../../../contract/wire/reference.ts'
import { csvStream } from '../../../platform/csv-lines.ts'
import type { Db } from '../../../platform/database/tables.ts'
import type { Account } from '../../accounts/account-queries.ts'
import { seenBy } from '../../accounts/seen-by.ts'
import { recordAction } from '../../audit/audit-queries.ts'
import type { Services } from '../../feature.ts'
import { findJobTitles } from '../../jobs/job-queries.ts'
import type { ApplicationWithResume } from '../stored/application-queries.ts'
import { listTagNames } from '../stored/tagged-applications.ts'
import { readAllListed } from './list-applications.ts'

const COLUMNS = [
  'Reference',
  ...APPLICANT_FIELD_NAMES.map(shownLabel),
  ...['Position', 'Status', 'Archived', 'Received (UTC)', 'Withdrawn (UTC)', 'Interview (UTC)'],
  ...['Feedback', 'Assigned to', 'Tags', 'Source', 'Resume'],
]

/**
 * All applications of a query as CSV, in its order, read while they are sent; recorded before the first byte leaves. They are those
 * that the account may see.
 */
export async function exportApplications(
  { db, today }: Pick<Services, 'db' | 'today'>,
  { by, now }: { by: Account; now: Date },
  query: Parameters<typeof readAllListed>[2],
): Promise<Readable> {
  const entry = { by, now, id: by.id, subject: 'account', event: { action: 'applications_exported' } } as const
  await db.transaction().execute((trx) => recordAction(trx, entry))
  return csvStream(COLUMNS, rowsOf(seenBy(db, by), { now, today: today().date }, query))
}

async function* rowsOf(...read: Parameters<typeof readAllListed>) {
  const [db] = read
  const tags = await listTagNames(db)
  for await (const rows of readAllListed(...read)) {
    const titles = await titlesOf(db, rows)
    yield rows.map((row) => cellsOf(row, titles, tags))
  }
}

function titlesOf(db: Db, rows: readonly ApplicationWithResume[]): Promise<Map<number, string>> {
  return findJobTitles(
    db,
    rows.flatMap(({ job_id }) => job_id ?? []),
  )
}

function cellsOf(
  row: ApplicationWithResume,
  titles: ReadonlyMap<number, string>,
  tags: ReadonlyMap<number, string>,
): (string | null)[] {
  const named = (row.tag_ids?.split(',') ?? []).flatMap((id) => tags.get(Number(id)) ?? [])
  return [
    formatReference('APP', row.id),
    ...APPLICANT_FIELD_NAMES.map((field) => row[APPLICANT_FIELDS[field].column]),
    row.job_id === null ? 'General application' : (titles.get(row.job_id) ?? 'Unknown position'),
    ...[APPLICATION_STATUS[row.status].name, row.archived ? 'yes' : 'no'],
    ...[row.created_at, row.withdrawn_at, row.interview_date, row.feedback, row.assignee_name],
    named.toSorted((one, other) => one.localeCompare(other, 'en')).join(', '),
    ...[row.source, row.resume_name],
  ]
}
