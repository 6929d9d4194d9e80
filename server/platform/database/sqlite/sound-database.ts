import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { StartFault } from '../../operator-faults.ts'

/** As many faults as help to understand what happened. */
const FAULTS_SHOWN = 3

/** Whether an error says that the file itself is damaged. */
export function isDamage(error: unknown): error is Error {
  return error instanceof SqliteDatabase.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)
}

/**
 * Refuses to make a new database where there has been one: it would hide the loss, and open the first-admin setup again.
 * @throws {StartFault} when the folder has been in use and its database is absent or empty
 */
export function refuseLostDatabase(dataDir: string, file: string): void {
  if (sizeOf(file) > 0) return
  // The folder of the resumes is made only after the database; a log without its database would be deleted by SQLite.
  const wasInUse = existsSync(join(dataDir, 'resumes')) || sizeOf(`${file}-wal`) > 0
  if (!wasInUse) return
  const state = existsSync(file) ? 'empty' : 'missing'
  throw new StartFault(
    `The database ${file} is ${state}, though the data folder has been in use. Nothing was changed.\n` +
      `If it was moved, move it back; otherwise ${RESTORE}\n` +
      'For a new installation, set DATA_DIR to a new or empty folder.',
  )
}

/**
 * Reads the whole database, so that damage is met here and not by the next applicant.
 * @throws {StartFault} naming the file and the first faults
 */
export function requireSound(sqlite: SqliteDatabase.Database): void {
  const faults = sqlite.pragma(`quick_check(${FAULTS_SHOWN})`) as { quick_check: string }[]
  const said = faults.map((fault) => fault.quick_check)
  if (said[0] !== 'ok') throw damagedDatabase(sqlite.name, said.join('; '))
}

/** The database cannot be used as it is. */
export function damagedDatabase(file: string, detail: string): StartFault {
  return new StartFault(`The database ${file} is damaged: ${detail}. Nothing was changed.\nTo go on, ${RESTORE}`)
}

const RESTORE =
  'move the data folder away, never delete it, and restore the latest backup with npm run restore -- FILE (docs/operations.md).'

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0
}
