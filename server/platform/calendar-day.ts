import type { Clock } from './clock.ts'

/** A day in a time zone: its date such as `2026-09-30`, and its first instant and that of the next day, in milliseconds. */
export type CalendarDay = { date: string; startsAt: number; endsAt: number }

/** Returns the current day of the company: the same object until the day is over. */
export type Today = () => CalendarDay

/**
 * Creates the calendar of a time zone.
 * @param timeZone an IANA name
 */
export function createToday(clock: Clock, timeZone: string): Today {
  let day: CalendarDay | undefined
  return () => {
    const now = clock().getTime()
    // Also a clock that was set back ends the day.
    if (!day || now < day.startsAt || now >= day.endsAt) day = dayAt(now, timeZone)
    return day
  }
}

/** Days with a change of clocks have 23 or 25 hours, and some zones skip midnight. */
function dayAt(now: number, timeZone: string): CalendarDay {
  const local = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO(timeZone)
  const date = local.toPlainDate()
  return {
    date: date.toString(),
    startsAt: local.startOfDay().epochMilliseconds,
    endsAt: date.add({ days: 1 }).toZonedDateTime({ timeZone }).epochMilliseconds,
  }
}
