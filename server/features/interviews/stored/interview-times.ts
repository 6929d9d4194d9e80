import type { InterviewDetails } from '../../../../contract/interviews/interview.ts'
import type { InterviewRow } from '../../../platform/database/tables.ts'

const MINUTE_MS = 60_000

/** Begin and end of an interview in UTC. */
export type InterviewTimes = Pick<InterviewRow, 'starts_at' | 'ends_at'>

/**
 * Begin and end of an interview whose time was chosen in a zone. A time that the clocks show twice is the earlier one.
 * @returns undefined for a time that the clocks skip on that day
 */
export function timesOf({
  date,
  time,
  timeZone,
  minutes,
}: Pick<InterviewDetails, 'date' | 'time' | 'timeZone' | 'minutes'>): InterviewTimes | undefined {
  const chosen = Temporal.PlainDateTime.from(`${date}T${time}`)
  const zoned = chosen.toZonedDateTime(timeZone, { disambiguation: 'earlier' })
  if (!zoned.toPlainDateTime().equals(chosen)) return undefined
  const startsAt = new Date(zoned.epochMilliseconds).toISOString()
  return { starts_at: startsAt, ends_at: endAfter(startsAt, minutes * MINUTE_MS) }
}

/** When an interview of a length in milliseconds is over. */
export function endAfter(startsAt: string, lengthMs: number): string {
  return new Date(Date.parse(startsAt) + lengthMs).toISOString()
}

/** The length of an interview in milliseconds. */
export function lengthOf({ starts_at, ends_at }: InterviewTimes): number {
  return Date.parse(ends_at) - Date.parse(starts_at)
}

/** The length of an interview in minutes. */
export function minutesOf(times: InterviewTimes): number {
  return lengthOf(times) / MINUTE_MS
}
