import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { StartFault } from '../../operator-faults.ts'

/** Name of the file inside the data folder whose lock says that a server is at work there. */
export const LOCK_FILE = 'lock.sqlite'

/** The data folder is this process's own for as long as it holds this. */
export type FolderLock = { release(): void }

/**
 * Makes a data folder this process's own. The kernel holds the lock and frees it however the process ends, so nothing is
 * ever left to clear up (`docs/decisions/0020-one-server-per-folder.md`).
 * @param dataDir an existing folder
 * @throws {StartFault} when another server has it
 */
export function lockFolder(dataDir: string): FolderLock {
  const lock = new SqliteDatabase(join(dataDir, LOCK_FILE), { timeout: 0 })
  try {
    lock.pragma('locking_mode = EXCLUSIVE')
    // No journal beside it: nothing is ever written.
    lock.pragma('journal_mode = MEMORY')
    lock.exec('begin exclusive')
  } catch (error) {
    lock.close()
    throw isTaken(error) ? folderInUse(dataDir) : error
  }
  return { release: () => lock.close() }
}

function isTaken(error: unknown): boolean {
  return error instanceof SqliteDatabase.SqliteError && error.code.startsWith('SQLITE_BUSY')
}

function folderInUse(dataDir: string): StartFault {
  return new StartFault(
    `Another Wellhead is running on the data folder ${dataDir}, and only one may.\n` +
      'Stop that one first, or set DATA_DIR to another folder. Nothing was changed.',
  )
}
