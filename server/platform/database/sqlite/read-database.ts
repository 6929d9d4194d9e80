import { existsSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely } from 'kysely'
import { CommandFault } from '../../operator-faults.ts'
import { SCHEMA } from '../migrations/migrations.ts'
import type { Tables } from '../tables.ts'
import { refuseMovedDatabase } from './moved-database.ts'
import { DATABASE_FILE } from './open-database.ts'
import { SharedSqliteDialect } from './sqlite-dialect.ts'

/** A database that is opened beside a server that may be running. */
export type OpenedDatabase = { db: Kysely<Tables>; sqlite: SqliteDatabase.Database } & AsyncDisposable

/**
 * Opens the database of a data folder for reading, as it stands.
 * @throws {CommandFault} when there is none, or when its schema is that of another version
 * @throws {StartFault} when its rows have been moved
 */
export async function readDatabase(folder: string): Promise<OpenedDatabase> {
  refuseMovedDatabase(folder)
  return readAnyDatabase(folder)
}

/** The same, also where a note says that the rows have been moved. */
export function readAnyDatabase(folder: string): Promise<OpenedDatabase> {
  return openExisting(folder, { readonly: true })
}

/** Opens the database of a data folder for a change beside a server that may be running; otherwise like {@link readDatabase}. */
export async function changeDatabase(folder: string): Promise<OpenedDatabase> {
  refuseMovedDatabase(folder)
  const database = await openExisting(folder, { readonly: false })
  database.sqlite.pragma('synchronous = FULL')
  database.sqlite.pragma('foreign_keys = ON')
  database.sqlite.pragma('secure_delete = ON')
  return database
}

async function openExisting(folder: string, { readonly }: { readonly: boolean }): Promise<OpenedDatabase> {
  const file = join(folder, DATABASE_FILE)
  if (!existsSync(file)) throw new CommandFault(`There is no database ${file}. Look at DATA_DIR.`)
  const sqlite = new SqliteDatabase(file, { readonly, fileMustExist: true })
  sqlite.pragma('busy_timeout = 5000')
  const db = new Kysely<Tables>({ dialect: new SharedSqliteDialect({ database: sqlite }) })
  try {
    requireSchema(sqlite, file)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return { db, sqlite, [Symbol.asyncDispose]: () => db.destroy() }
}

function requireSchema(sqlite: SqliteDatabase.Database, file: string): void {
  const table = sqlite.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get()
  const schema = table && sqlite.prepare('select max(name) from kysely_migration').pluck().get()
  if (schema === SCHEMA) return
  throw new CommandFault(
    `The database ${file} is not that of this version of Wellhead. Run this with the version that the server runs.`,
  )
}

/** What is wrong with a database itself: nothing, or a line for each fault. */
export function findDatabaseFaults(sqlite: SqliteDatabase.Database): string[] {
  const damage = sqlite.prepare('pragma integrity_check(10)').pluck().all() as string[]
  if (damage[0] !== 'ok') return damage
  const strays = sqlite.prepare('select "table", count(*) as count from pragma_foreign_key_check group by 1').all()
  return (strays as { table: string; count: number }[]).map(
    ({ table, count }) => `${count} rows of ${table} refer to something that is gone`,
  )
}
