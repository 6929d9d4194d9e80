import { sql, type Transaction } from 'kysely'
import { NO_JOB } from '../../../contract/applications/application-terms.ts'
import type { InsightsQuery } from '../../../contract/applications/insights.ts'
import { FIRST_STATUS } from '../../../contract/applications/status-lists.ts'
import { HELD_AS_SPAM } from '../../platform/database/quarantine.ts'
import type { ApplicationRow, Db, Tables } from '../../platform/database/tables.ts'
import { listStatusChanges } from './insight-queries.ts'
import { mondayOf } from './iso-weeks.ts'
import { type Journey, journeyOf } from './journey.ts'

/**
 * What is counted of erased applications. Those of insights are by ISO week of receipt and posting, the promise by month. Each is a
 * count of its own: nothing joins the source of a person to what became of them, but for the three counts that insights show.
 */
type Figure =
  | 'received'
  | 'reached'
  | `source_${'received' | 'interview' | 'hired'}`
  | 'first_decision'
  | 'hire'
  | `stay_${ApplicationRow['status']}`
  | 'promise'

/** One figure of some applications. @property value a status, a source, or days; empty where nothing more is said */
export type Sum = { figure: Figure; value: string; applications: number }

/** General applications have no posting, and a part of a key is never null. */
const NO_POSTING = 0

/** What a sum is of: a period, a posting, a figure and its value. */
type Key = readonly [period: string, jobId: number, figure: Figure, value: string]

const COLUMNS = ['id', 'job_id', 'status', 'created_at', 'source', 'import_id'] as const
const OF_PROMISE = ['first_answer_by', 'first_answered_at', 'withdrawn_at'] as const
type Erased = Pick<ApplicationRow, (typeof COLUMNS)[number] | (typeof OF_PROMISE)[number]>

/** When applications are counted, and in the days of which zone: that of the company. */
type CountedAt = { timeZone: string; now: Date }

/** Keeps the sums of what `removeApplications` erases. */
export function sumsKeeper(at: CountedAt) {
  return (trx: Transaction<Tables>, ids: readonly number[]): Promise<void> => addToSums(trx, ids, at)
}

/**
 * Counts applications in the sums, in the transaction that erases them, so that each is counted once: as a row or in the sums.
 * Those that are held as spam are in no figure.
 */
async function addToSums(trx: Transaction<Tables>, ids: readonly number[], at: CountedAt): Promise<void> {
  if (ids.length === 0) return
  const rows = await trx
    .selectFrom('applications')
    .select([...COLUMNS, ...OF_PROMISE])
    .where('id', 'in', ids)
    .where('quarantined', '!=', HELD_AS_SPAM)
    .execute()
  const changes = await listStatusChanges(trx, ids)
  const counts = new Map<string, number>()
  for (const row of rows) {
    const journey = journeyOf(
      { status: row.status, receivedAt: Date.parse(row.created_at), isImported: row.import_id !== null },
      changes.get(row.id) ?? [],
      at.timeZone,
    )
    for (const key of [...insightKeys(row, journey), ...promiseKeys(row, at)]) {
      const text = JSON.stringify(key)
      counts.set(text, (counts.get(text) ?? 0) + 1)
    }
  }
  await insertSums(trx, counts)
}

function* insightKeys({ created_at, job_id, source }: Erased, journey: Journey): Generator<Key> {
  const of = [mondayOf(new Date(created_at)), job_id ?? NO_POSTING] as const
  yield [...of, 'received', '']
  yield [...of, 'source_received', source ?? '']
  for (const status of journey.reached) {
    if (status !== FIRST_STATUS) yield [...of, 'reached', status]
    if (status === 'interview' || status === 'hired') yield [...of, `source_${status}`, source ?? '']
  }
  const { firstDecisionDays, hireDays, stays } = journey
  if (firstDecisionDays !== undefined) yield [...of, 'first_decision', String(firstDecisionDays)]
  if (hireDays !== undefined) yield [...of, 'hire', String(hireDays)]
  for (const { status, days } of stays) yield [...of, `stay_${status}`, String(days)]
}

function* promiseKeys(row: Erased, at: CountedAt): Generator<Key> {
  const outcome = promiseOf(row, at)
  if (outcome) yield [row.first_answer_by.slice(0, 'YYYY-MM'.length), NO_POSTING, 'promise', outcome]
}

/**
 * Whether the promise to an application was kept, as `kept-promises.ts` counts it; undefined for one that is not counted, also while its
 * day is not over.
 */
function promiseOf(
  { first_answer_by, first_answered_at, withdrawn_at, import_id }: Erased,
  { timeZone, now }: CountedAt,
): 'kept' | 'missed' | undefined {
  if (import_id !== null) return undefined
  const over = Temporal.PlainDate.from(first_answer_by).add({ days: 1 }).toZonedDateTime(timeZone).epochMilliseconds
  const end = new Date(over).toISOString()
  if (first_answered_at !== null && first_answered_at < end) return 'kept'
  if (end > now.toISOString() || (withdrawn_at !== null && withdrawn_at < end)) return undefined
  return 'missed'
}

async function insertSums(trx: Transaction<Tables>, counts: ReadonlyMap<string, number>): Promise<void> {
  if (counts.size === 0) return
  // In one order, so that two transactions never wait for each other.
  const rows = [...counts].sort(([one], [other]) => (one < other ? -1 : 1))
  await trx
    .insertInto('insight_sums')
    .values(
      rows.map(([text, applications]) => {
        const [period, job_id, figure, value] = JSON.parse(text) as Key
        return { period, job_id, figure, value, applications }
      }),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['period', 'job_id', 'figure', 'value'])
        .doUpdateSet({ applications: sql`insight_sums.applications + excluded.applications` }),
    )
    .execute()
}

/** How many erased applications were received, by posting and week. @param since the first Monday */
export async function listReceivedSums(
  db: Db,
  { since, jobId }: { since: string; jobId: InsightsQuery['jobId'] },
): Promise<{ jobId: number | null; monday: string; applications: number }[]> {
  const rows = await sumsSince(db, since, jobId)
    .select(['job_id', 'period', 'applications'])
    .where('figure', '=', 'received' satisfies Figure)
    .execute()
  return rows.map(({ job_id, period, applications }) => ({
    ...{ jobId: job_id === NO_POSTING ? null : job_id, monday: period },
    applications,
  }))
}

/** The other figures of the erased applications, over all postings and weeks. @param since the first Monday */
export async function listSums(
  db: Db,
  { since, jobId }: { since: string; jobId: InsightsQuery['jobId'] },
): Promise<Sum[]> {
  const rows = await sumsSince(db, since, jobId)
    .select(({ fn }) => ['figure', 'value', fn.sum<number | string>('applications').as('applications')])
    .groupBy(['figure', 'value'])
    .execute()
  return rows.map(({ figure, value, applications }) => ({
    ...{ figure: figure as Figure, value },
    applications: Number(applications),
  }))
}

function sumsSince(db: Db, since: string, jobId: InsightsQuery['jobId']) {
  const rows = db.selectFrom('insight_sums').where('period', '>=', since).where('figure', '!=', 'promise')
  if (jobId === undefined) return rows
  return rows.where('job_id', '=', jobId === NO_JOB ? NO_POSTING : jobId)
}

/** How the promise to erased applications was kept, by month. @param periods the months, at least one */
export async function listPromiseSums(
  db: Db,
  periods: readonly string[],
): Promise<Map<string, { kept: number; missed: number }>> {
  const rows = await db
    .selectFrom('insight_sums')
    .select(['period', 'value', 'applications'])
    .where('period', 'in', periods)
    .where('job_id', '=', NO_POSTING)
    .where('figure', '=', 'promise' satisfies Figure)
    .execute()
  const months = new Map<string, { kept: number; missed: number }>()
  for (const { period, value, applications } of rows) {
    const month = months.get(period) ?? { kept: 0, missed: 0 }
    months.set(period, month)
    month[value === 'kept' ? 'kept' : 'missed'] += applications
  }
  return months
}
