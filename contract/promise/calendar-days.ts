const DAY_MS = 86_400_000

/** The day that comes so many days after another, such as `2026-12-03`; before it where they are less than 0. */
export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * DAY_MS).toISOString().slice(0, 10)
}

/** Days from one day to another; less than 0 when the other one is earlier. */
export function daysBetween(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS)
}

/** Days that have passed from one day to another; 0 also where a clock was set back in between. */
export function daysPassed(from: string, to: string): number {
  return Math.max(0, daysBetween(from, to))
}

/** The day of an instant in a zone, such as `2026-12-03`. No browser needs Temporal for it. */
export function dayIn(instant: Date, timeZone: string): string {
  return formatOf(timeZone).format(instant)
}

let latest: { timeZone: string; format: Intl.DateTimeFormat } | undefined

/** A list asks for each of its rows, always in the same zone. Swedes write the day as ISO 8601 does. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  if (latest?.timeZone !== timeZone) {
    const options = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const
    latest = { timeZone, format: new Intl.DateTimeFormat('sv-SE', options) }
  }
  return latest.format
}
