type Formatter = (date: Date) => string

/** Creates the `Intl` object with the first date: most pages show only one or two of these formats. */
function formatter(options: Intl.DateTimeFormatOptions): Formatter {
  let format: Intl.DateTimeFormat | undefined
  return (date) => {
    format ??= new Intl.DateTimeFormat('en-US', options)
    return format.format(date)
  }
}

const DAY = formatter({ dateStyle: 'medium' })
const SHORT_DAY = formatter({ month: 'short', day: 'numeric' })
const TIME = formatter({ hour: 'numeric', minute: '2-digit' })
const DAY_AND_TIME = formatter({ dateStyle: 'medium', timeStyle: 'short' })
const SHORT_DAY_AND_TIME = formatter({ month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' })
const DAY_TIME_AND_ZONE = formatter({ dateStyle: 'medium', timeStyle: 'long' })
const DAY_AND_TIME_IN_UTC = formatter({ dateStyle: 'medium', timeStyle: 'long', timeZone: 'UTC' })
const WEEKDAY_AND_DAY = formatter({ dateStyle: 'full' })
const SHORT_WEEKDAY_AND_DAY = formatter({ weekday: 'short', month: 'short', day: 'numeric' })
const DAY_IN_UTC = formatter({ dateStyle: 'medium', timeZone: 'UTC' })

/** Text shown instead of a date. */
type Substitutes = { missing?: string; invalid?: string }

function format(instant: string | null, write: Formatter, { missing = 'N/A', invalid = 'Invalid date' }: Substitutes) {
  if (!instant) return missing
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? invalid : write(date)
}

/**
 * The day of an ISO 8601 instant in the browser's zone, for example `Jun 13, 2025`.
 * @param missing shown for no instant
 */
export function formatDay(instant: string | null, missing?: string): string {
  return format(instant, DAY, { ...(missing !== undefined && { missing }) })
}

/** The day of an instant, for example `Jun 13`; with its year unless that is the year of `now`. */
export function formatShortDay(instant: string, now = new Date()): string {
  return format(instant, (date) => (date.getFullYear() === now.getFullYear() ? SHORT_DAY : DAY)(date), {})
}

/** Day and time in the browser's zone, for example `Jun 13, 2025, 4:17 PM`. */
export function formatDayAndTime(instant: string | null): string {
  return format(instant, DAY_AND_TIME, {})
}

/** Day, time with seconds, and the browser's zone, for example `Jun 13, 2025, 4:17:09 PM CDT`. */
export function formatDayTimeAndZone(instant: string): string {
  return format(instant, DAY_TIME_AND_ZONE, {})
}

/** The same in UTC, for example `Jun 13, 2025, 9:17:09 PM UTC`: a server does not know its reader's zone. */
export function formatDayTimeInUtc(instant: string): string {
  return format(instant, DAY_AND_TIME_IN_UTC, {})
}

/** The time of the day, for example `4:17 PM`. */
export function formatTime(instant: string): string {
  return format(instant, TIME, {})
}

/** Day and time without the year, for example `Jun 13, 4:17 PM`. */
export function formatShortDayAndTime(instant: string): string {
  return format(instant, SHORT_DAY_AND_TIME, {})
}

/** Day and time as the table of all applications writes them, for example `Jun 13, 2025 4:17 PM`. */
export function formatDayAndTimeWithoutComma(instant: string | null): string {
  // Intl puts a narrow no-break space before AM and PM, where the product writes a plain one.
  return format(instant, (date) => `${DAY(date)} ${TIME(date).replace('\u202f', ' ')}`, {})
}

/** A day with its weekday, for example `Friday, June 13, 2025`. */
export function formatWeekdayAndDay(date: Date): string {
  return WEEKDAY_AND_DAY(date)
}

/** The same in a narrow column, for example `Fri, Jun 13`. */
export function formatShortWeekdayAndDay(date: Date): string {
  return SHORT_WEEKDAY_AND_DAY(date)
}

/** A day without a time, such as `2026-09-30`, for example `Sep 30, 2026`. */
export function formatCalendarDay(date: string): string {
  return format(date, DAY_IN_UTC, {})
}
