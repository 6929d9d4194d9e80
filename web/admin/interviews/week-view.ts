import { MOST_AGENDA_DAYS } from '../../../contract/wire/limits.ts'

const DAY_MS = 86_400_000

/** A week from Monday to Monday, in the browser's zone. */
export type Week = { begin: Date; end: Date }

/** The week that contains a day. */
export function weekOf(day: Date): Week {
  const weekday = (day.getDay() + 6) % 7
  const begin = new Date(day.getFullYear(), day.getMonth(), day.getDate() - weekday)
  return { begin, end: new Date(begin.getFullYear(), begin.getMonth(), begin.getDate() + 7) }
}

/** Another week. @param count weeks later; negative for earlier ones */
export function weekAfter({ begin }: Week, count: number): Week {
  return weekOf(new Date(begin.getFullYear(), begin.getMonth(), begin.getDate() + 7 * count))
}

/** The days that follow a week: as many as one request may ask for, less the hour by which the clocks may change. */
export function timeAfter({ end }: Week): Week {
  return { begin: end, end: new Date(end.getFullYear(), end.getMonth(), end.getDate() + MOST_AGENDA_DAYS - 1) }
}

/** The seven days of a week. */
export function daysOf({ begin }: Week): Date[] {
  return Array.from({ length: 7 }, (_, day) => new Date(begin.getFullYear(), begin.getMonth(), begin.getDate() + day))
}

/** The name of a week in an address, such as `2026-W10` (ISO 8601). */
export function nameOf({ begin }: Week): string {
  const thursday = new Date(Date.UTC(begin.getFullYear(), begin.getMonth(), begin.getDate() + 3))
  const year = thursday.getUTCFullYear()
  const number = 1 + Math.floor((thursday.getTime() - Date.UTC(year, 0, 1)) / (7 * DAY_MS))
  return `${year}-W${String(number).padStart(2, '0')}`
}

/**
 * Reads the week of an address; the week of `now` where it names none.
 * @param query the address after the question mark
 */
export function readWeek(query: string, now: Date): Week {
  const named = /^(20\d\d)-W(\d\d)$/.exec(new URLSearchParams(query).get('week') ?? '')
  if (!named) return weekOf(now)
  const [year, number] = [Number(named[1]), Number(named[2])]
  if (number < 1 || number > 53) return weekOf(now)
  // January 4 is always in the first week.
  return weekAfter(weekOf(new Date(year, 0, 4)), number - 1)
}

/** Writes a week as the query of an address; empty for the week of `now`. */
export function writeWeek(week: Week, now: Date): string {
  const name = nameOf(week)
  return name === nameOf(weekOf(now)) ? '' : `?week=${name}`
}
