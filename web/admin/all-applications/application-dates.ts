const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const TIME = new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit' })
const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'full' })

/** The minute of an application in the browser's zone, for example `Jun 13, 2025 4:17 PM` (`spec.md` section 2). */
export function formatAppliedMinute(instant: string): string {
  const date = new Date(instant)
  if (Number.isNaN(date.getTime())) return 'Invalid date'
  // Intl puts a narrow no-break space before AM and PM, where the specification has a plain one.
  return `${DAY.format(date)} ${TIME.format(date).replace('\u202f', ' ')}`
}

/** The day of today in words, for example `Friday, June 13, 2025`. */
export function formatToday(now: Date): string {
  return LONG_DAY.format(now)
}
