/**
 * What a change makes of a row, with the version that follows.
 * @returns undefined where the row says all of it already, as when a call comes again because its response was lost
 */
export function nextVersion<Changes extends object>(
  row: { version: number },
  changes: Changes,
): (Changes & { version: number }) | undefined {
  const stored: Record<string, unknown> = row
  const isDifferent = Object.entries(changes).some(([column, value]) => value !== stored[column])
  return isDifferent ? { ...changes, version: row.version + 1 } : undefined
}

/** Whether a change was made to another version than the stored one; never where it names none. */
export function isOutdated(row: { version: number }, readVersion: number | undefined): boolean {
  return readVersion !== undefined && readVersion !== row.version
}
