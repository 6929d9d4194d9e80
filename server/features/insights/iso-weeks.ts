const DAY_MS = 24 * 60 * 60 * 1000
const WEEK_MS = 7 * DAY_MS

/** Consecutive ISO weeks in UTC, which has no daylight saving time: every week is equally long. */
export type IsoWeeks = {
  /** The first Monday at midnight. */
  start: Date
  /** The day of every Monday, as `YYYY-MM-DD`. */
  mondays: string[]
  /** The week of an instant in milliseconds since 1970, as an index; -1 for an instant outside. */
  indexOf(at: number): number
}

/**
 * The ISO weeks that end with the current one.
 * @param count how many
 */
export function isoWeeksUntil(now: Date, count: number): IsoWeeks {
  const midnight = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate())
  const monday = midnight - daysSinceMonday(now) * DAY_MS
  const start = monday - (count - 1) * WEEK_MS
  const mondays = Array.from({ length: count }, (_, index) => dayOf(start + index * WEEK_MS))
  return {
    start: new Date(start),
    mondays,
    indexOf: (at) => {
      const index = Math.floor((at - start) / WEEK_MS)
      return index >= 0 && index < count ? index : -1
    },
  }
}

/** The day on which the ISO week of an instant begins, as `YYYY-MM-DD`. */
export function mondayOf(instant: Date): string {
  return isoWeeksUntil(instant, 1).mondays[0] ?? ''
}

/** A zero for each week. */
export function emptyWeeks({ mondays }: IsoWeeks): number[] {
  return mondays.map(() => 0)
}

/** `getUTCDay` starts with Sunday, ISO 8601 with Monday. */
function daysSinceMonday(now: Date): number {
  return (now.getUTCDay() + 6) % 7
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 'YYYY-MM-DD'.length)
}
