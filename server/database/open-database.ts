import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { migrations } from './migrations.ts'
import type { Tables } from './tables.ts'

/** Name of the database file inside the data folder. */
export const DATABASE_FILE = 'wellhead.sqlite'

/**
 * Opens the database of a data folder and brings its schema up to date.
 * @param dataDir an existing folder; the file is made when absent
 * @throws when the file is not a sound database or a migration fails
 */
export async function openDatabase(dataDir: string): Promise<Kysely<Tables>> {
  const sqlite = new SqliteDatabase(join(dataDir, DATABASE_FILE))
  sqlite.pragma('journal_mode = WAL')
  // FULL: a commit is on the disk when it returns, which is what "acknowledged" means here.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  sqlite.pragma('busy_timeout = 5000')

  const db = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) })
  const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations } })
  const { error } = await migrator.migrateToLatest()
  if (error) {
    await db.destroy()
    throw error
  }
  return db
}
