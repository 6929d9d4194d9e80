import SqliteDatabase from 'better-sqlite3'
import { StartFault } from '../../operator-faults.ts'

/** Enough faults to understand what happened. */
const FAULTS_SHOWN = 3

/** What an operator does about a database that is damaged or lost. */
export const RESTORE =
  'move the data folder away, never delete it, and restore the latest backup with npm run restore -- FILE (docs/operations.md).'

/** Whether an error says that the database file is damaged. */
export function isDamage(error: unknown): error is Error {
  return error instanceof SqliteDatabase.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)
}

/** What a start says about a damaged database. */
export function damagedDatabase(file: string, detail: string): StartFault {
  return new StartFault(`The database ${file} is damaged: ${detail}. Nothing was changed.\nTo go on, ${RESTORE}`)
}

/**
 * Reads every page (`PRAGMA quick_check`), so that the start finds damage before an applicant does.
 * @throws {StartFault} with the file and the first faults
 */
export function requireIntegrity(sqlite: SqliteDatabase.Database): void {
  const faults = sqlite.prepare(`pragma quick_check(${FAULTS_SHOWN})`).pluck().all()
  if (faults[0] !== 'ok') throw damagedDatabase(sqlite.name, faults.join('; '))
}

/** Runs the full check (`PRAGMA integrity_check`, and foreign keys). Returns one line for each fault. */
export function checkIntegrity(sqlite: SqliteDatabase.Database): string[] {
  const faults = sqlite.prepare('pragma integrity_check(10)').pluck().all() as string[]
  if (faults[0] !== 'ok') return faults
  const orphans = sqlite.prepare('select "table", count(*) as count from pragma_foreign_key_check group by 1').all()
  return (orphans as { table: string; count: number }[]).map(
    ({ table, count }) => `${count} rows of ${table} refer to rows that do not exist`,
  )
}
