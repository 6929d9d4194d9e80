import type { Row } from './read-rows.ts'

/** PostgreSQL keeps no NUL in a text; this is Unicode's own sign for a character that cannot be shown. */
const REPLACEMENT = '\u{fffd}'

/** A row as both engines can keep it: the same one, unless a text of it has a NUL. */
export function withoutNul(row: Row): Row {
  if (columnsWithNul(row).length === 0) return row
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'string' ? value.replaceAll('\0', REPLACEMENT) : value,
    ]),
  )
}

/** Columns of a row in which there is a NUL. */
export function columnsWithNul(row: Row): string[] {
  return Object.keys(row).filter((column) => String(row[column]).includes('\0'))
}
