/** Whether a row has other values than these; not so when a request is repeated after its response was lost. */
export function isDifferent(row: object, changes: object): boolean {
  const stored: Record<string, unknown> = { ...row }
  return Object.entries(changes).some(([column, value]) => value !== stored[column])
}

/**
 * The changed columns of a row with its next version.
 * @returns undefined when the row has these values already
 */
export function nextVersion<Changes extends object>(
  row: { version: number },
  changes: Changes,
): (Changes & { version: number }) | undefined {
  return isDifferent(row, changes) ? { ...changes, version: row.version + 1 } : undefined
}

/** Whether a change is based on an outdated version; never when it names none. */
export function isOutdated(row: { version: number }, readVersion: number | undefined): boolean {
  return readVersion !== undefined && readVersion !== row.version
}
