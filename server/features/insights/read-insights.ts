import { setImmediate as yieldToOthers } from 'node:timers/promises'
import type { ApplicationStatus } from '../../../contract/applications/application-statuses.ts'
import {
  FUNNEL_STEPS,
  type Insights,
  type InsightsQuery,
  type Median,
} from '../../../contract/applications/insights.ts'
import { FIRST_STATUS, OPEN_STATUSES, type OpenStatus } from '../../../contract/applications/status-lists.ts'
import { MOST_SOURCES } from '../../../contract/wire/limits.ts'
import { recordOf } from '../../../contract/wire/records.ts'
import type { Db } from '../../platform/database/tables.ts'
import { listReceived, listStatusChanges, type ReceivedApplication, readWaiting } from './insight-queries.ts'
import { listReceivedSums, listSums, type Sum } from './insight-sums.ts'
import { emptyWeeks, type IsoWeeks, isoWeeksUntil } from './iso-weeks.ts'
import { type Journey, journeyOf } from './journey.ts'

/** Small enough that no other request waits noticeably for SQLite, which reads in the thread of the server. */
const PAGE_LENGTH = 2_000
const OLDEST_WAITING = 10

/**
 * Reads how the applications received in a period have fared, from their rows and the audit trail, and from the sums of those that
 * were erased.
 * @param query.period weeks, the current one included
 * @param at.timeZone of the company, whose days are counted
 */
export async function readInsights(
  db: Db,
  { period, jobId }: InsightsQuery,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Insights> {
  const weeks = isoWeeksUntil(now, Number(period))
  const totals = createTotals(weeks, timeZone)
  let after: { created_at: string; id: number } | undefined = { created_at: weeks.start.toISOString(), id: 0 }
  while (after) {
    const page = await listReceived(db, { jobId, after, limit: PAGE_LENGTH })
    if (page.length > 0) await addPage(db, totals, page)
    await yieldToOthers()
    after = page[PAGE_LENGTH - 1]
  }
  await addErased(db, totals, jobId)
  const { count, oldest } = await readWaiting(db, jobId, OLDEST_WAITING)
  const rows = oldest.map(({ id, name, job_id, created_at, answer_by }) => ({
    ...{ id, name, jobId: job_id, createdAt: created_at, answerBy: answer_by },
  }))
  return { weeks: weeks.mondays, ...presentTotals(totals), waiting: { count, oldest: rows } }
}

/** What is added up over all applications; durations in days. */
type Totals = ReturnType<typeof createTotals>

function createTotals(weeks: IsoWeeks, timeZone: string) {
  return {
    ...{ weeks, timeZone },
    byJob: new Map<number | null, number[]>(),
    bySource: new Map<string | null, SourceCounts>(),
    funnel: recordOf(FUNNEL_STEPS, () => 0),
    firstDecisions: [] as number[],
    hires: [] as number[],
    stays: recordOf(OPEN_STATUSES, () => [] as number[]),
  }
}

async function addPage(db: Db, totals: Totals, page: ReceivedApplication[]): Promise<void> {
  const changes = await listStatusChanges(
    db,
    page.map(({ id }) => id),
  )
  for (const { id, job_id, status, created_at, source, import_id } of page) {
    const receivedAt = Date.parse(created_at)
    addToWeek(totals, job_id, receivedAt)
    const journey = journeyOf(
      { status, receivedAt, isImported: import_id !== null },
      changes.get(id) ?? [],
      totals.timeZone,
    )
    addJourney(totals, journey)
    addToSource(totals, source, journey)
  }
}

/** Adds what the sums count of applications that were erased. */
async function addErased(db: Db, totals: Totals, jobId: InsightsQuery['jobId']): Promise<void> {
  const { weeks, byJob } = totals
  const filter = { since: weeks.mondays[0] ?? '', jobId }
  for (const { jobId: job, monday, applications } of await listReceivedSums(db, filter)) {
    const weekly = byJob.get(job) ?? emptyWeeks(weeks)
    byJob.set(job, weekly)
    const index = weeks.mondays.indexOf(monday)
    if (index >= 0) weekly[index] = (weekly[index] ?? 0) + applications
    totals.funnel.received += applications
  }
  for (const sum of await listSums(db, filter)) addSum(totals, sum)
}

function addSum(
  { funnel, bySource, firstDecisions, hires, stays }: Totals,
  { figure, value, applications }: Sum,
): void {
  const [name = '', part = ''] = figure.split(/_(.*)/)
  if (figure === 'reached') funnel[value as ApplicationStatus] += applications
  else if (figure === 'first_decision') addTimes(firstDecisions, value, applications)
  else if (figure === 'hire') addTimes(hires, value, applications)
  else if (name === 'stay') addTimes(stays[part as OpenStatus], value, applications)
  else if (name === 'source') {
    const source = value === '' ? null : value
    const counts = bySource.get(source) ?? noneOfSource()
    bySource.set(source, counts)
    counts[part as keyof SourceCounts] += applications
  }
}

function addTimes(durations: number[], days: string, times: number): void {
  for (let time = 0; time < times; time += 1) durations.push(Number(days))
}

function addToWeek({ weeks, byJob }: Totals, jobId: number | null, receivedAt: number): void {
  const weekly = byJob.get(jobId) ?? emptyWeeks(weeks)
  byJob.set(jobId, weekly)
  const index = weeks.indexOf(receivedAt)
  if (index >= 0) weekly[index] = (weekly[index] ?? 0) + 1
}

function addToSource({ bySource }: Totals, source: string | null, { reached }: Journey): void {
  const counts = bySource.get(source) ?? noneOfSource()
  bySource.set(source, counts)
  addCounts(counts, { received: 1, interview: reached.has('interview') ? 1 : 0, hired: reached.has('hired') ? 1 : 0 })
}

function addJourney({ funnel, firstDecisions, hires, stays }: Totals, journey: Journey): void {
  funnel.received += 1
  for (const status of journey.reached) if (status !== FIRST_STATUS) funnel[status] += 1
  if (journey.firstDecisionDays !== undefined) firstDecisions.push(journey.firstDecisionDays)
  if (journey.hireDays !== undefined) hires.push(journey.hireDays)
  for (const { status, days } of journey.stays) stays[status].push(days)
}

function presentTotals({ byJob, bySource, funnel, firstDecisions, hires, stays }: Totals) {
  const received = [...byJob].map(([jobId, weekly]) => ({ jobId, weekly }))
  received.sort((one, other) => sum(other.weekly) - sum(one.weekly) || (one.jobId ?? 0) - (other.jobId ?? 0))
  return {
    received,
    funnel,
    sources: presentSources(bySource),
    firstDecision: medianOf(firstDecisions),
    hire: medianOf(hires),
    stages: recordOf(OPEN_STATUSES, (status) => medianOf(stays[status])),
  }
}

/** The sources with the most applications, and all others together. */
function presentSources(bySource: Totals['bySource']): Insights['sources'] {
  const all = [...bySource].map(([source, counts]) => ({ source, ...counts }))
  all.sort((one, other) => other.received - one.received || ((one.source ?? '') < (other.source ?? '') ? -1 : 1))
  const further = all.slice(MOST_SOURCES)
  const others = { sources: further.length, ...noneOfSource() }
  for (const counts of further) addCounts(others, counts)
  return { named: all.slice(0, MOST_SOURCES), others }
}

/** How the applications of one source have fared. */
type SourceCounts = { received: number; interview: number; hired: number }

function noneOfSource(): SourceCounts {
  return { received: 0, interview: 0, hired: 0 }
}

function addCounts(to: SourceCounts, { received, interview, hired }: SourceCounts): void {
  to.received += received
  to.interview += interview
  to.hired += hired
}

function sum(counts: number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

/**
 * The median of durations; of an even number, the mean of the two in the middle.
 * @param durations in whole days, in any order
 */
function medianOf(durations: readonly number[]): Median {
  const sorted = Float64Array.from(durations).sort()
  const upper = sorted[Math.floor(durations.length / 2)]
  const lower = sorted[Math.ceil(durations.length / 2) - 1]
  if (upper === undefined || lower === undefined) return { count: 0, days: null }
  return { count: durations.length, days: (lower + upper) / 2 }
}
