import type { Clock } from './clock.ts'

/** The first instant of a time in a time zone, and that of what follows it. In milliseconds. */
type Span = { startsAt: number; endsAt: number }

/** A day in a time zone: its date such as `2026-09-30`, when it begins and ends, and its week from Monday to Monday. */
export type CalendarDay = Span & { date: string; week: Span }

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
  const monday = date.subtract({ days: date.dayOfWeek - 1 })
  const days = (first: Temporal.PlainDate, count: number) => ({
    startsAt: first.toZonedDateTime(timeZone).epochMilliseconds,
    endsAt: first.add({ days: count }).toZonedDateTime(timeZone).epochMilliseconds,
  })
  return { date: date.toString(), ...days(date, 1), week: days(monday, 7) }
}
