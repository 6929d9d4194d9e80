// Not by a formatter of `Intl`: to create one takes half as long as it takes to hydrate the whole landing page.
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/**
 * The day on which a posting was created, as a long US date. In UTC, so that server and browser agree. Apart from the
 * other formats: the landing page needs this one alone.
 * @param instant ISO 8601; anything else returns `Recently posted`
 */
export function formatPostedDay(instant: string): string {
  const date = new Date(instant)
  if (!instant || Number.isNaN(date.getTime())) return 'Recently posted'
  return `${MONTHS[date.getUTCMonth()]} ${date.getUTCDate()}, ${date.getUTCFullYear()}`
}
