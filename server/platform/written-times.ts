/** Options of a day as sentences name it: `Monday, March 2, 2026`. */
const DAY = { weekday: 'long', month: 'long', day: 'numeric', year: 'numeric' } as const
const TIME = { hour: 'numeric', minute: '2-digit' } as const

/** A moment as the site writes it, with its zone: `Monday, March 2, 2026, at 2:30 PM Central Standard Time`. */
export function formatMoment(instant: string, timeZone: string): string {
  const moment = new Date(instant)
  return `${write(moment, timeZone, DAY)}, at ${write(moment, timeZone, TIME)} ${nameOfZone(moment, timeZone)}`
}

/** A span within a day: `Monday, March 2, 2026, 2:30 PM to 3:15 PM Central Standard Time`. */
export function formatSpan({ from, to }: { from: string; to: string }, timeZone: string): string {
  const [start, end] = [new Date(from), new Date(to)]
  const times = [start, end].map((moment) => write(moment, timeZone, TIME)).join(' to ')
  return `${write(start, timeZone, DAY)}, ${times} ${nameOfZone(start, timeZone)}`
}

/** The name of a zone at a time, such as `Central Standard Time`. */
function nameOfZone(moment: Date, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'long' }).formatToParts(moment)
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}

function write(moment: Date, timeZone: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-US', { timeZone, ...options }).format(moment)
}
