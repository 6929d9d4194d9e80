import type { OfferDetails } from '../../../contract/interviews/interview-offer.ts'
import { UNDO_TIME_MS } from '../../../contract/wire/limits.ts'
import { refused } from '../interviews/change-interviews.ts'
import { timesOf } from '../interviews/stored/interview-times.ts'

const HOUR_MS = 60 * 60_000
/** A reminder that would come sooner after the offer was made is left out. In milliseconds. */
const LEAST_BEFORE_REMINDER_MS = 12 * HOUR_MS
/** The hour of the day on which a reminder leaves, in the zone of the offer. */
const REMINDER_TIME = Temporal.PlainTime.from('09:00')

/** The columns of an offer that say when. */
type OfferedTimes = { times: string; ends_at: string; remind_at: string | null }

/**
 * Reads the instants of an offer: its times in their order, when the last day to choose is over, and when the applicant is
 * reminded of it: the day before.
 * @throws {RequestError} `invalid_request` with the field that is at fault
 */
export function readOfferedTimes(details: OfferDetails, now: Date): OfferedTimes {
  const starts = details.times.map((one, index) => startOf(details, one, index, now)).toSorted()
  const [last = ''] = starts.slice(-1)
  const lastDay = Temporal.PlainDate.from(details.lastDay)
  const { timeZone } = details
  const dayIsOver = lastDay.add({ days: 1 }).toZonedDateTime({ timeZone }).epochMilliseconds
  if (lastDay.toZonedDateTime({ timeZone }).epochMilliseconds > Date.parse(last))
    throw refused('The last day to choose is after the last time. Choose an earlier one.', 'lastDay')
  const endsAt = Math.min(dayIsOver, Date.parse(last))
  if (endsAt <= now.getTime() + UNDO_TIME_MS)
    throw refused('There is no time left to choose. Choose a later last day.', 'lastDay')
  const remindAt = lastDay
    .subtract({ days: 1 })
    .toZonedDateTime({ timeZone, plainTime: REMINDER_TIME }).epochMilliseconds
  const hasReminder = remindAt - now.getTime() >= LEAST_BEFORE_REMINDER_MS
  return {
    times: JSON.stringify(starts),
    ends_at: new Date(endsAt).toISOString(),
    remind_at: hasReminder ? new Date(remindAt).toISOString() : null,
  }
}

/**
 * When one of the offered times begins.
 * @param index its place in the request, which a refusal names
 * @throws {RequestError} `invalid_request` when the clocks skip the time, or it has passed
 */
export function startOf(
  { timeZone, minutes }: Pick<OfferDetails, 'timeZone' | 'minutes'>,
  one: OfferDetails['times'][number],
  index: number,
  now: Date,
): string {
  const times = timesOf({ ...one, timeZone, minutes })
  const path = `times.${index}`
  if (!times) throw refused('The clocks skip this time on that day. Choose another one.', path)
  if (times.starts_at <= now.toISOString()) throw refused('This time has passed. Choose a later one.', path)
  return times.starts_at
}
