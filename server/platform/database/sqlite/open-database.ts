import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely } from 'kysely'
import { CommandFault, StartFault } from '../../operator-faults.ts'
import { bringUpToDate } from '../migrations/bring-up-to-date.ts'
import { SCHEMA } from '../migrations/migrations.ts'
import type { Tables } from '../tables.ts'
import { DatabaseFile } from './database-file.ts'
import { damagedDatabase, isDamage, RESTORE, requireIntegrity } from './integrity-check.ts'
import { WellheadSqliteDialect } from './sqlite-dialect.ts'

/** Name of the database file inside the data folder. */
export const DATABASE_FILE = 'wellhead.sqlite'

/** Name that `copy-database` gives the file once PostgreSQL has its rows, so that no server starts on it by mistake. */
export const COPIED_DATABASE_FILE = 'copied-to-postgresql.sqlite'

/** A database that a command has opened; a server may be running on it. */
export type OpenedDatabase = { db: Kysely<Tables>; sqlite: SqliteDatabase.Database } & AsyncDisposable

/** How long a statement waits for the lock of another process, in milliseconds. */
const BUSY_MS = 5_000

/**
 * Opens the SQLite database of a data folder and migrates it to the newest schema.
 * @param dataDir an existing folder; the file is made when absent, unless the folder has been in use
 * @param options.isServed whether this is the one server on the folder, which watches the files and truncates the log
 * @throws {StartFault} when the file is damaged, missing from a folder that has been in use, or of a newer version
 */
export async function openDatabase(dataDir: string, { isServed = false } = {}): Promise<Kysely<Tables>> {
  const path = join(dataDir, DATABASE_FILE)
  refuseLostDatabase(dataDir)
  const sqlite = new SqliteDatabase(path)
  const file = new DatabaseFile(sqlite)
  const db = new Kysely<Tables>({ dialect: new WellheadSqliteDialect({ database: sqlite, file }) })
  try {
    sqlite.pragma('journal_mode = WAL')
    setUpWriting(sqlite)
    requireIntegrity(sqlite)
    await bringUpToDate(db)
    if (isServed) file.watch(db)
    return db
  } catch (error) {
    await db.destroy()
    sqlite.close()
    throw isDamage(error) ? damagedDatabase(path, error.message) : error
  }
}

/**
 * Opens an existing database for reading, beside a server that may be running.
 * @throws {CommandFault} when there is none, or its schema is that of another version
 */
export async function readDatabase(dataDir: string): Promise<OpenedDatabase> {
  return openExisting(dataDir, { readonly: true })
}

/** Opens an existing database for writing; otherwise like {@link readDatabase}. */
export async function changeDatabase(dataDir: string): Promise<OpenedDatabase> {
  const database = await openExisting(dataDir, { readonly: false })
  setUpWriting(database.sqlite)
  return database
}

async function openExisting(dataDir: string, { readonly }: { readonly: boolean }): Promise<OpenedDatabase> {
  const path = join(dataDir, DATABASE_FILE)
  if (!existsSync(path))
    throw new CommandFault(`There is no database ${path}. ${copiedAdvice(dataDir) ?? 'Check DATA_DIR.'}`)
  const sqlite = new SqliteDatabase(path, { readonly, fileMustExist: true, timeout: BUSY_MS })
  const db = new Kysely<Tables>({ dialect: new WellheadSqliteDialect({ database: sqlite }) })
  try {
    requireSchema(sqlite)
  } catch (error) {
    await db.destroy()
    throw error
  }
  return { db, sqlite, [Symbol.asyncDispose]: () => db.destroy() }
}

function setUpWriting(sqlite: SqliteDatabase.Database): void {
  sqlite.pragma(`busy_timeout = ${BUSY_MS}`)
  // FULL: a commit is on the disk when it returns, so what is acknowledged is durable.
  sqlite.pragma('synchronous = FULL')
  sqlite.pragma('foreign_keys = ON')
  // Deleted content is overwritten with zeros.
  sqlite.pragma('secure_delete = ON')
}

function requireSchema(sqlite: SqliteDatabase.Database): void {
  const table = sqlite.prepare("select 1 from sqlite_schema where name = 'kysely_migration'").get()
  const schema = table && sqlite.prepare('select max(name) from kysely_migration').pluck().get()
  if (schema === SCHEMA) return
  throw new CommandFault(
    `The database ${sqlite.name} is not that of this version of Wellhead. Run this command with the version that the server runs.`,
  )
}

/**
 * Refuses to make a new database where there has been one: it would hide the loss, and open the first-admin setup again.
 * @throws {StartFault} when the folder has been in use and its database is missing or empty
 */
function refuseLostDatabase(dataDir: string): void {
  const path = join(dataDir, DATABASE_FILE)
  if (sizeOf(path) > 0) return
  // The server makes `resumes` only after the database; SQLite would delete a log without its database.
  const wasInUse = [join(dataDir, 'resumes'), join(dataDir, COPIED_DATABASE_FILE)].some(existsSync)
  if (!wasInUse && sizeOf(`${path}-wal`) === 0) return
  const state = existsSync(path) ? 'empty' : 'missing'
  const advice =
    copiedAdvice(dataDir) ??
    `If it was moved, move it back; otherwise ${RESTORE}\nFor a new installation, set DATA_DIR to a new or empty folder.`
  throw new StartFault(
    `The database ${path} is ${state}, though the data folder has been in use. Nothing was changed.\n${advice}`,
  )
}

function copiedAdvice(dataDir: string): string | undefined {
  const copied = join(dataDir, COPIED_DATABASE_FILE)
  if (!existsSync(copied)) return undefined
  return (
    'Its rows were copied to PostgreSQL: set DATABASE_URL.\n' +
    'To return to the rows of that day, and lose all changes since, stop every server on PostgreSQL and rename\n' +
    `${copied} to ${DATABASE_FILE}.`
  )
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0
}
