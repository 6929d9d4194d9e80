import type { ApplicationStatus } from '../applications/application-statuses.ts'
import { isWaiting } from '../applications/status-lists.ts'

/*
 * The time within which an applicant is answered, counted in whole days of the company's zone (`docs/decisions/0115`). Server
 * and browser count it here alone.
 */

const DAY_MS = 86_400_000

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
  const day = Math.max(0, daysBetween(received, dayIn(now, timeZone)))
  const days = Math.max(1, daysBetween(received, answerBy))
  return { day, days, answerBy, isPassed: day > days }
}

/** Whether the applicant waits for an answer: an application that is decided, archived or answered has no running clock. */
export function isAnswerDue(application: {
  status: ApplicationStatus
  archived: boolean
  answerBy: string | null
}): boolean {
  return application.answerBy !== null && !application.archived && isWaiting(application.status)
}

/** Whether an applicant waits for an answer whose promised day is over. @param today in the zone of the company */
export function isAnswerLate(application: Parameters<typeof isAnswerDue>[0], today: string): boolean {
  return isAnswerDue(application) && (application.answerBy ?? today) < today
}

/** The promised day, such as `2026-12-03`, of what was received on a day. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Days from one day to another; less than 0 when the other one is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** The day of an instant in a zone, such as `2026-12-03`. No browser needs Temporal for it. */
export function dayIn(instant: Date, timeZone: string): string {
  return formatOf(timeZone).format(instant)
}

let latest: { timeZone: string; format: Intl.DateTimeFormat } | undefined

/** A list asks for each of its rows, always in the same zone. Swedes write the day as ISO 8601 does. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  if (latest?.timeZone !== timeZone) {
    const options = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const
    latest = { timeZone, format: new Intl.DateTimeFormat('sv-SE', options) }
  }
  return latest.format
}

/** A promised day as sentences name it, for example `Thursday, December 3`; with its year unless that is the year of `today`. */
export function formatAnswerDay(day: string, today: string): string {
  const year = day.slice(0, 4) === today.slice(0, 4) ? {} : ({ year: 'numeric' } as const)
  const options = { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC', ...year } as const
  return new Intl.DateTimeFormat('en-US', options).format(new Date(day))
}
