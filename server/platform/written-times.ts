/** Options of a day as sentences name it: `Monday, March 2`. */
const DAY = { weekday: 'long', month: 'long', day: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit' } as const

/** Where a reader is: the zone in which times are written, and the day there, such as `2026-03-02`. */
type Reader = { timeZone: string; today: string }

/** A moment as the site writes it, with its zone: `Monday, March 2, at 2:30 PM Central Standard Time`. */
export function formatMoment(instant: string, reader: Reader): string {
  const moment = new Date(instant)
  const { timeZone } = reader
  return `${writeDay(moment, reader)}, at ${write(moment, timeZone, TIME)} ${nameOfZone(moment, timeZone)}`
}

/** A moment in a list whose zone is named once: `Monday, March 2, 2:30 PM`. */
export function formatStart(instant: string, reader: Reader): string {
  const moment = new Date(instant)
  return `${writeDay(moment, reader)}, ${write(moment, reader.timeZone, TIME)}`
}

/** A span within a day: `Monday, March 2, 2:30 PM to 3:15 PM Central Standard Time`. */
export function formatSpan({ from, to }: { from: string; to: string }, reader: Reader): string {
  const [start, end] = [new Date(from), new Date(to)]
  const { timeZone } = reader
  const times = [start, end].map((moment) => write(moment, timeZone, TIME)).join(' to ')
  return `${writeDay(start, reader)}, ${times} ${nameOfZone(start, timeZone)}`
}

/** A day, with its year unless that is the year of today. */
function writeDay(moment: Date, { timeZone, today }: Reader): string {
  const year = write(moment, timeZone, { year: 'numeric' })
  return write(moment, timeZone, today.startsWith(`${year}-`) ? DAY : { ...DAY, year: 'numeric' })
}

/** The name of a zone at a time, such as `Central Standard Time`. */
function nameOfZone(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'long' }).formatToParts(moment)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

function write(moment: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  // Some mail programs show the narrow space of a time as a box.
  return new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(moment).replaceAll('\u202f', ' ')
}
