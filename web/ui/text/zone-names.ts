/** The name of a time zone in a text, such as `America/New York`. */
export function zoneName(timeZone: string): string {
  return timeZone.replaceAll('_', ' ')
}

/** The zone of the browser. */
export function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}
