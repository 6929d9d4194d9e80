/** A point in the demo's time: fixed, or counted back from the day the demo is loaded so that it never looks stale. */
export type Moment = { at: string } | { daysAgo: number; time: string }

/**
 * Some days before the demo is loaded.
 * @param daysAgo whole days; negative for the future
 * @param time UTC time of that day, `HH:MM`
 */
export function ago(daysAgo: number, time: string): Moment {
  return { daysAgo, time }
}

/**
 * A fixed instant, for what hangs on the recovery cut-off.
 * @param instant ISO 8601 in UTC
 */
export function on(instant: string): Moment {
  return { at: instant }
}

/**
 * Resolves a moment.
 * @param moment from the demo content
 * @param now when the demo is loaded
 */
export function instantOf(moment: Moment, now: Date): Date {
  if ('at' in moment) return new Date(moment.at)
  const day = new Date(now)
  day.setUTCDate(day.getUTCDate() - moment.daysAgo)
  return new Date(`${day.toISOString().slice(0, 10)}T${moment.time}:00.000Z`)
}
