import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { dayIn, daysPassed } from '../../../contract/promise/calendar-days.ts'
import type { ResponseTime } from '../../../contract/promise/promised-time.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { TimedWork } from '../../platform/every.ts'
import { isInList } from '../applications/stored/application-list-queries.ts'
import type { Services } from '../feature.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Fewer decisions, or older ones, say nothing about the next applicant. */
const FEWEST_DECISIONS = 20
const PERIOD_MS = 180 * DAY_MS
/** Durations that are counted in one piece; reading the day of an instant takes a microsecond. */
const COUNTED_AT_ONCE = 2_000
/** Pause between two measurements, in milliseconds. */
const PAUSE_MS = 60 * 60 * 1000

/** The median, and of how many decisions that their applicants know. */
type Measured = Pick<ResponseTime, 'medianDays' | 'decisions'>

/** What is said while nothing is measured. */
export const NOT_MEASURED: Measured = { medianDays: null, decisions: null }

/**
 * The median days from receipt until an applicant knew a decision, of the last 180 days: days of the company, as the promise counts
 * them (`docs/decisions/0127`), and at least 1. A decision that its applicant does not know yet counts as one that takes longer
 * than all others.
 * @param at.timeZone of the company
 * @returns nulls with too few decisions that applicants know, or when at least half are unknown to theirs
 */
export async function measureResponseTime(
  db: Db,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Measured> {
  const since = new Date(now.getTime() - PERIOD_MS).toISOString()
  const decisions = await db
    .selectFrom('applications')
    .select(['created_at', 'first_answered_at'])
    .where('first_answered_at', 'is not', null)
    .where('first_answered_at', '>=', since)
    .where('import_id', 'is', null)
    .$narrowType<{ first_answered_at: string }>()
    .execute()
  if (decisions.length < FEWEST_DECISIONS) return NOT_MEASURED
  const dayOf = (instant: string) => dayIn(new Date(instant), timeZone)
  const { unanswered } = await db
    .selectFrom('applications')
    .select(({ fn }) => fn.countAll<number>().as('unanswered'))
    .where(isInList({ unanswered: 'true' }))
    .where('created_at', '>=', since)
    .where('import_id', 'is', null)
    .executeTakeFirstOrThrow()
  const durations = new Float64Array(decisions.length)
  for (const [index, { created_at, first_answered_at }] of decisions.entries()) {
    durations[index] = daysPassed(dayOf(created_at), dayOf(first_answered_at))
    if (index % COUNTED_AT_ONCE === 0) await yieldToOthers()
  }
  // The later one of the two in the middle of an even number: no applicant is promised too much.
  const median = durations.sort()[Math.floor((decisions.length + Number(unanswered)) / 2)]
  if (median === undefined) return NOT_MEASURED
  return { medianDays: Math.max(1, median), decisions: decisions.length }
}

declare module '../feature.ts' {
  interface Services {
    responseTime: MeasuredResponseTime
  }
}

/** The measured median of the response time: no request waits for a measurement. */
type MeasuredResponseTime = {
  /** The latest measurement. */
  latest(): Measured
  /** @param onChange called after a measurement that differs from the one before */
  measure(onChange: () => void): Promise<void>
}

/** Makes the median; nothing is measured yet. */
export function createMeasuredResponseTime({
  db,
  clock,
  timeZone,
}: Pick<Services, 'db' | 'clock'> & { timeZone: string }): MeasuredResponseTime {
  let latest = NOT_MEASURED
  return {
    latest: () => latest,
    measure: async (onChange) => {
      const before = latest
      latest = await measureResponseTime(db, { now: clock(), timeZone })
      if (latest.medianDays !== before.medianDays || latest.decisions !== before.decisions) onChange()
    },
  }
}

/** Measures the response time at the start and every hour. Pages say nothing of the median before. */
export function measuringResponseTime({
  responseTime,
  published,
}: Pick<Services, 'responseTime' | 'published'>): TimedWork {
  return {
    name: 'measure-response-time',
    everyMs: PAUSE_MS,
    isDueAtStart: true,
    faultLevel: 'warn',
    run: () => responseTime.measure(published.changed),
  }
}
