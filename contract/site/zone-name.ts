/**
 * The name of a time zone for times on either side of a change of the clocks, such as `Central Time`: what people call it,
 * and not the city that stands for it.
 */
export function zoneName(timeZone: string): string {
  const name = nameIn(timeZone, 'longGeneric')
  // A zone without such a name, like UTC, gets its distance instead, and has a name all the same.
  return name.startsWith('GMT') ? nameIn(timeZone, 'long') : name
}

function nameIn(timeZone: string, timeZoneName: 'longGeneric' | 'long'): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
