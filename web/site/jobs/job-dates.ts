const LONG_DATE = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/**
 * The day of a posting as a long US date in UTC, so that server and browser agree.
 * @param instant ISO 8601; anything else gives `Recently posted`
 */
export function formatPostedDate(instant: string): string {
  const date = new Date(instant)
  return Number.isNaN(date.getTime()) ? 'Recently posted' : LONG_DATE.format(date)
}
