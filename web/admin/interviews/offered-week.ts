import { addDays } from '../../../contract/promise/calendar-days.ts'

const MINUTE_MS = 60_000

/** Hours of the grid, in minutes after midnight: half hours from eight in the morning to six in the evening. */
const [BEGIN, END, STEP] = [8 * 60, 18 * 60, 30]
/** The mornings of a suggestion, from nine to twelve. */
const [MORNING, NOON] = [9 * 60, 12 * 60]

/** A time as the clocks of the offer's zone show it, such as `2026-03-09T10:00`: such texts are in the order of time. */
export type LocalTime = string

/** When someone is taken, from and until. */
export type Busy = { from: LocalTime; until: LocalTime }

/** The times of day of the grid, such as `08:30`. */
export const TIMES_OF_DAY = Array.from({ length: (END - BEGIN) / STEP }, (_, row) => clockOf(BEGIN + row * STEP))

/** An instant on the clocks of a zone. */
export function toLocal(instant: string | Date, timeZone: string): LocalTime {
  // Sweden writes date and time as ISO 8601 does.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  return format.format(new Date(instant)).replace(' ', 'T')
}

/** Monday to Friday of the week of a date. */
export function weekdaysOf(date: string): string[] {
  const monday = addDays(date, -((new Date(date).getUTCDay() + 6) % 7))
  return [0, 1, 2, 3, 4].map((day) => addDays(monday, day))
}

/** Whether a day is neither a Saturday nor a Sunday. */
export function isWeekday(day: string): boolean {
  return new Date(day).getUTCDay() % 6 !== 0
}

/** Whether a meeting that begins then overlaps a time at which someone is taken. */
export function isBusy(time: LocalTime, minutes: number, busy: readonly Busy[]): boolean {
  const until = new Date(Date.parse(`${time}Z`) + minutes * MINUTE_MS).toISOString().slice(0, 16)
  return busy.some((other) => other.from < until && other.until > time)
}

/** The first free time of each weekday morning of the two weeks after a day. */
export function weekdayMornings(
  today: string,
  { minutes, busy, most }: { minutes: number; busy: readonly Busy[]; most: number },
): LocalTime[] {
  const days = Array.from({ length: 14 }, (_, day) => addDays(today, day + 1))
  const mornings = days.filter(isWeekday).flatMap((date) => {
    for (let at = MORNING; at + minutes <= NOON; at += STEP) {
      const time = `${date}T${clockOf(at)}`
      if (!isBusy(time, minutes, busy)) return [time]
    }
    return []
  })
  return mornings.slice(0, most)
}

/** The last day to choose that goes with some times: two days before the first, but not before tomorrow. */
export function likelyLastDay(times: readonly LocalTime[], today: string): string {
  const [first] = times.toSorted()
  if (first === undefined) return ''
  const early = addDays(first.slice(0, 10), -2)
  const tomorrow = addDays(today, 1)
  const last = times.toSorted().at(-1)?.slice(0, 10) ?? tomorrow
  return [early > tomorrow ? early : tomorrow, last].toSorted()[0] ?? tomorrow
}

/** A time for people, such as `Mon, Mar 9, 10:00 AM`. */
export function describeLocal(time: LocalTime): string {
  return `${describeDate(time)}, ${describeClock(time.slice(11))}`
}

/** A time of day for people, such as `10:00 AM`. */
export function describeClock(clock: string): string {
  return formatted(new Date(`1970-01-01T${clock}Z`), { hour: 'numeric', minute: '2-digit' })
}

/** A date for people, such as `Mon, Mar 9`. */
export function describeDate(time: LocalTime): string {
  return formatted(new Date(`${time.slice(0, 10)}T00:00Z`), { weekday: 'short', month: 'short', day: 'numeric' })
}

function formatted(at: Date, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { ...options, timeZone: 'UTC' }).format(at)
}

function clockOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, '0')).join(':')
}
