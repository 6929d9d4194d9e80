import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely } from 'kysely'
import { bringUpToDate } from '../migrations/bring-up-to-date.ts'
import type { Tables } from '../tables.ts'
import { DatabaseFile } from './database-file.ts'
import { refuseMovedDatabase } from './moved-database.ts'
import { damagedDatabase, isDamage, refuseLostDatabase, requireSound } from './sound-database.ts'
import { SharedSqliteDialect } from './sqlite-dialect.ts'

/** Name of the database file inside the data folder. */
export const DATABASE_FILE = 'wellhead.sqlite'

/**
 * Opens the SQLite database of a data folder and brings its schema up to date.
 * @param dataDir an existing folder; the file is made when absent, unless the folder has been in use
 * @param options.isServed whether this is the one server on the folder, which watches the files and cuts the log
 * @throws {StartFault} when the file is damaged, gone from a folder that has been in use, of a newer version, or moved
 */
export async function openDatabase(dataDir: string, { isServed = false } = {}): Promise<Kysely<Tables>> {
  const file = join(dataDir, DATABASE_FILE)
  refuseMovedDatabase(dataDir)
  refuseLostDatabase(dataDir, file)
  const sqlite = new SqliteDatabase(file)
  const watched = new DatabaseFile(sqlite)
  const db = new Kysely<Tables>({ dialect: new SharedSqliteDialect({ database: sqlite, file: watched }) })
  try {
    setUp(sqlite)
    requireSound(sqlite)
    await bringUpToDate(db)
    if (isServed) watched.watch(db)
    return db
  } catch (error) {
    await db.destroy()
    sqlite.close()
    throw isDamage(error) ? damagedDatabase(file, error.message) : error
  }
}

function setUp(sqlite: SqliteDatabase.Database): void {
  sqlite.pragma('busy_timeout = 5000')
  sqlite.pragma('journal_mode = WAL')
  // FULL: a commit is on the disk when it returns, which is what "acknowledged" means here.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // What is deleted is written over with zeros.
  sqlite.pragma('secure_delete = ON')
}
