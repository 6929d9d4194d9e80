import SqliteDatabase from 'better-sqlite3'

/** PostgreSQL is unreachable, or did not respond in time. Whether it executed the last statement is unknown. */
export class DatabaseUnreachable extends Error {
  constructor(cause: unknown) {
    super(`PostgreSQL does not respond: ${cause instanceof Error ? cause.message || cause.name : cause}`, { cause })
    this.name = 'DatabaseUnreachable'
  }
}

/** The files of an SQLite database were moved, deleted or replaced after it was opened; the message says what to do. */
export class DatabaseDisplaced extends Error {}

/**
 * Errors of PostgreSQL that a correct request can get (its manual, appendix A): connection (08), shutdown or start (57P),
 * no disk space, memory or connections (53), input or output (58), timeouts (57014, 55P03), serialisation and deadlocks
 * (40), a read-only server (25006), an idle transaction that was ended (25P03).
 */
const UNAVAILABLE = /^(08|53|58|40|57P|57014|55P03|25006|25P03)/

/** Whether a write violates a unique constraint. */
export function isUniqueViolation(error: unknown): boolean {
  if (sqlStateOf(error) === '23505') return true
  return (
    error instanceof SqliteDatabase.SqliteError &&
    (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
  )
}

/**
 * Whether the database is unavailable: full or read-only disk, input or output error, lock timeout, replaced files,
 * unreachable server.
 */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (error instanceof DatabaseDisplaced) return true
  if (error instanceof DatabaseUnreachable || UNAVAILABLE.test(sqlStateOf(error) ?? '')) return true
  if (!(error instanceof SqliteDatabase.SqliteError)) return false
  return /^SQLITE_(FULL|IOERR|READONLY|BUSY|CANTOPEN)/.test(error.code)
}

/** Whether a commit that failed with this error may still have succeeded. */
export function isOutcomeUnknown(error: unknown): boolean {
  // A commit that SQLite failed to sync may be on the disk, and is then valid after a crash.
  if (error instanceof SqliteDatabase.SqliteError) return error.code.startsWith('SQLITE_IOERR')
  return error instanceof DatabaseUnreachable || /^(08|57P)/.test(sqlStateOf(error) ?? '')
}

/** Whether a text has a NUL, which PostgreSQL cannot store. */
export function isUnstorableText(error: unknown): boolean {
  return sqlStateOf(error) === '22021'
}

/** The SQLSTATE of an error from PostgreSQL; undefined for other errors. */
export function sqlStateOf(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('severity' in error) || !('code' in error)) return undefined
  return String(error.code)
}
