import { dayIn, daysBetween, daysPassed } from './calendar-days.ts'

/*
 * The time within which an applicant is answered, counted in whole days of the company's zone (`docs/decisions/0115`). Server
 * and browser count it here alone.
 */

/** How much of the promised time of an application has gone. */
export type AnswerClock = {
  /** Days since the day of receipt, which is day 0. */
  day: number
  /** Days from the day of receipt to the promised day. */
  days: number
  /** The promised day, such as `2026-12-03`: the last one that keeps the promise. */
  answerBy: string
  /** Whether the promised day is over. */
  isPassed: boolean
}

/** What the clock of an application is read from. */
type Promised = { createdAt: string; answerBy: string | null }

/** Reads the clock of an application; null when nothing is promised any more. */
export function readAnswerClock(
  { createdAt, answerBy }: Promised,
  { timeZone, now }: { timeZone: string; now: Date },
): AnswerClock | null {
  if (answerBy === null) return null
  const received = dayIn(new Date(createdAt), timeZone)
  const today = dayIn(now, timeZone)
  const day = daysPassed(received, today)
  const days = Math.max(1, daysBetween(received, answerBy))
  return { day, days, answerBy, isPassed: answerBy < today }
}

/** A day to wait for as sentences name it, for example `Thursday, December 3`; with its year unless that is the year of `today`. */
export function formatAnswerDay(day: string, today: string): string {
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: 'numeric' } as const)
  const options = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC', ...year } as const
  return new Intl.DateTimeFormat('en-US', options).format(new Date(day))
}
