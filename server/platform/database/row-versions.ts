/**
 * The changed columns of a row with its next version.
 * @returns undefined when the row has these values already, as when a request is repeated after its response was lost
 */
export function nextVersion<Changes extends object>(
  row: { version: number },
  changes: Changes,
): (Changes & { version: number }) | undefined {
  const stored: Record<string, unknown> = row
  const isDifferent = Object.entries(changes).some(([column, value]) => value !== stored[column])
  return isDifferent ? { ...changes, version: row.version + 1 } : undefined
}

/** Whether a change is based on an outdated version; never when it names none. */
export function isOutdated(row: { version: number }, readVersion: number | undefined): boolean {
  return readVersion !== undefined && readVersion !== row.version
}
