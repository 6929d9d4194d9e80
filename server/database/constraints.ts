import SqliteDatabase from 'better-sqlite3'

/** Whether a write was refused because a unique value is already taken. */
export function isUniqueViolation(error: unknown): boolean {
  return (
    error instanceof SqliteDatabase.SqliteError &&
    (error.code === 'SQLITE_CONSTRAINT_UNIQUE' || error.code === 'SQLITE_CONSTRAINT_PRIMARYKEY')
  )
}

/** Whether the database could not do its work at all: full or read-only disk, input or output fault, lock not had in time. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (!(error instanceof SqliteDatabase.SqliteError)) return false
  // SQLite rolls back by itself when the disk fails; the rollback that then finds nothing hides the first error.
  const hasRolledBack = error.message.startsWith('cannot rollback')
  return hasRolledBack || /^SQLITE_(FULL|IOERR|READONLY|BUSY|CANTOPEN)/.test(error.code)
}
