import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { StartFault } from '../../operator-faults.ts'

/** Name of the file inside the data folder that the running server holds locked. */
export const LOCK_FILE = 'lock.sqlite'

/** The lock on a data folder. */
export type FolderLock = { release(): void }

/**
 * Locks a data folder for this process. The kernel releases the lock however the process ends, so a killed server leaves
 * nothing to clear up (`docs/decisions/0020-one-server-per-folder.md`).
 * @param dataDir an existing folder
 * @throws {StartFault} when another process holds the lock
 */
export function lockFolder(dataDir: string): FolderLock {
  const lock = new SqliteDatabase(join(dataDir, LOCK_FILE), { timeout: 0 })
  try {
    lock.pragma('locking_mode = EXCLUSIVE')
    // Nothing is ever written, so no journal file is needed.
    lock.pragma('journal_mode = MEMORY')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    throw isBusy(error) ? folderInUse(dataDir) : error
  }
  return { release: () => lock.close() }
}

function isBusy(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

function folderInUse(dataDir: string): StartFault {
  return new StartFault(
    `Another Wellhead is running on the data folder ${dataDir}, and only one may.\n` +
      'Stop that one first, or set DATA_DIR to another folder. Nothing was changed.',
  )
}
