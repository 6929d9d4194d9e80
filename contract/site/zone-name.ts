/**
 * The name of a time zone for times on either side of a change of the clocks, such as `Central Time`: what people call it,
 * and not the city that stands for it.
 */
export function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone
}
