import SqliteDatabase from 'better-sqlite3'

/** PostgreSQL could not be asked, or did not answer in time. Whether it did what it was asked last is not known. */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    super(`PostgreSQL does not answer: ${cause instanceof Error ? cause.message || cause.name : cause}`, { cause })
    this.name = 'DatabaseUnreachable'
  }
}

/** The files of an SQLite database are no longer those that were opened; the message says what to do. */
export class DatabaseDisplaced extends Error {}

/**
 * What PostgreSQL refuses though the request is right (its manual, appendix A): connections (08), shut down or starting
 * (57P), out of room, memory or connections (53), its own input or output (58), a time-out (57014, 55P03), a transaction
 * that lost to another (40), a server that only reads (25006), one that was idle too long (25P03).
 */
const UNAVAILABLE = /^(08|53|58|40|57P|57014|55P03|25006|25P03)/

/** Whether a write was refused because a unique value is already taken. */
export function isUniqueViolation(error: unknown): boolean {
  if (sqlStateOf(error) === '23505') return true
  return (
    error instanceof SqliteDatabase.SqliteError &&
    (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
  )
}

/**
 * Whether the database could not do its work at all: full or read-only disk, input or output fault, lock not had in time,
 * files that were replaced, or nobody there.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseDisplaced) return true
  if (error instanceof DatabaseUnreachable || UNAVAILABLE.test(sqlStateOf(error) ?? '')) return true
  if (!(error instanceof SqliteDatabase.SqliteError)) return false
  return /^SQLITE_(FULL|IOERR|READONLY|BUSY|CANTOPEN)/.test(error.code)
}

/** Whether a commit that failed this way may have been made all the same. */
export function isOutcomeUnknown(error: unknown): boolean {
  // What SQLite could not sync may be on the disk all the same, and counts after a crash.
  if (error instanceof SqliteDatabase.SqliteError) return error.code.startsWith('SQLITE_IOERR')
  return error instanceof DatabaseUnreachable || /^(08|57P)/.test(sqlStateOf(error) ?? '')
}

/** Whether a text could not be taken because PostgreSQL stores no NUL in one. */
export function isUnstorableText(error: unknown): boolean {
  return sqlStateOf(error) === '22021'
}

/** The five characters by which PostgreSQL names an error of its own. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined
  return String(error.code)
}
