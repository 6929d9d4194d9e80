import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/tables.ts'
import { isInList } from '../applications/application-list-queries.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** Fewer answers, or older ones, say nothing about the next applicant (`design.md` section 7). */
const FEWEST_ANSWERS = 20
const PERIOD_MS = 180 * DAY_MS
/** Pause between two measurements, in milliseconds. */
const PAUSE_MS = 60 * 60 * 1000

/**
 * The median days from receipt to the first answer, of the answers in the last 180 days, rounded up to whole days. A decision
 * that its applicant does not know yet counts as one that takes longer than all others.
 * @returns null with too few answers, or when at least half of the decisions are not answered
 */
export async function measureAnswers(db: Db, now: Date): Promise<number | null> {
  const since = new Date(now.getTime() - PERIOD_MS).toISOString()
  const answers = await db
    .selectFrom('applications')
    .select(['created_at', 'first_answered_at'])
    .where('first_answered_at', 'is not', null)
    .where('first_answered_at', '>=', since)
    .execute()
  if (answers.length < FEWEST_ANSWERS) return null
  const { unanswered } = await db
    .selectFrom('applications')
    .select(({ fn }) => fn.countAll<number>().as('unanswered'))
    .where(isInList({ unanswered: 'true' }))
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow()
  const durations = Float64Array.from(
    answers,
    (row) => Date.parse(row.first_answered_at ?? '') - Date.parse(row.created_at),
  )
  // The later one of the two in the middle of an even number: no applicant is promised too much.
  const median = durations.sort()[Math.floor((answers.length + Number(unanswered)) / 2)]
  return median === undefined ? null : Math.max(1, Math.ceil(median / DAY_MS))
}

/** The measured median of the answers. */
type AnswerMedian = ReturnType<typeof startMeasuringAnswers>

declare module '../feature.ts' {
  interface Services {
    answers: AnswerMedian
  }
}

/** Measures now and every hour, so that no request waits for it. */
export function startMeasuringAnswers({ db, clock, log }: { db: Db; clock: Clock; log: FastifyBaseLogger }) {
  let medianDays: number | null = null
  let underWay = Promise.resolve()
  const measure = (onChange: () => void) => {
    underWay = underWay
      .then(() => measureAnswers(db, clock()))
      .then((days) => {
        if (days === medianDays) return
        medianDays = days
        onChange()
      })
      .catch((error) => log.warn({ err: error }, 'median of answers not measured'))
    return underWay
  }
  let timer: NodeJS.Timeout | undefined
  return {
    /** The latest measurement. */
    medianDays: () => medianDays,
    /** @param onChange called after a measurement that differs from the one before */
    start: (onChange: () => void) => {
      clearInterval(timer)
      timer = setInterval(() => measure(onChange), PAUSE_MS).unref()
      return measure(onChange)
    },
    stop: () => {
      clearInterval(timer)
      return underWay
    },
  }
}
