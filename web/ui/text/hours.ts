/** Begin and end of something that lasts, as ISO 8601 instants. */
type Hours = { startsAt: string; endsAt: string }

/**
 * Begin and end as a clock shows them, such as `3:00 – 3:45 PM`; over midnight, `11:51 PM – 12:36 AM`.
 * The day is for the caller to write.
 * @param timeZone IANA name of the clock's zone; without it, the browser's
 */
export function formatHours({ startsAt, endsAt }: Hours, timeZone?: string): string {
  const write = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-US', { ...options, ...(timeZone && { timeZone }) })
  const [begin, end] = [new Date(startsAt), new Date(endsAt)]
  const clock = write({ hour: 'numeric', minute: '2-digit' })
  const day = write({ dateStyle: 'short' })
  if (day.format(begin) === day.format(end)) return clock.formatRange(begin, end)
  // `formatRange` writes both days where midnight lies between them, too wide for a phone.
  return `${clock.format(begin)} – ${clock.format(end)}`
}
