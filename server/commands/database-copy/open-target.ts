import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type ControlledTransaction, sql } from 'kysely'
import { SCHEMA } from '../../platform/database/migrations/migrations.ts'
import { openPostgres } from '../../platform/database/postgres/open-postgres.ts'
import { MOVED_FILE } from '../../platform/database/sqlite/moved-database.ts'
import { DATABASE_FILE, openDatabase } from '../../platform/database/sqlite/open-database.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { syncFolder } from '../../platform/file-stores/local/local-store.ts'
import { readOwner } from '../../platform/installation/installation-queries.ts'
import { readFolderOwner, writeFolderOwner } from '../../platform/installation/store-owner.ts'
import { makeFolder } from '../../platform/make-folder.ts'
import { TABLE_NAMES, type TableName } from './copied-tables.ts'
import { orFault } from './faults.ts'
import type { InstallationAddress } from './installation-address.ts'
import { holdFolder, type Opening } from './open-source.ts'
import { beginOnPostgres, keepToOurselves, openAsItIs, readSchema, takeBackAtTheEnd } from './postgres-end.ts'

/** An empty database into which an installation is copied. */
export type Target = {
  trx: ControlledTransaction<Tables>
  /** Makes what was copied the installation, durably; until then there is none. */
  keep(): Promise<void>
}

/**
 * Makes ready where the rows go, and keeps servers from it until the end.
 * @returns undefined when there are faults
 */
export function openTarget(target: InstallationAddress, opening: Opening): Promise<Target | undefined> {
  return target.engine === 'sqlite' ? openTargetFolder(target.folder, opening) : openTargetServer(target, opening)
}

/** The database gets its name as the last step, so that one that was stopped on the way is none. */
async function openTargetFolder(folder: string, { faults, opened }: Opening): Promise<Target | undefined> {
  const file = join(folder, DATABASE_FILE)
  if (existsSync(file) || existsSync(`${file}-wal`)) {
    faults.push(
      `There is an installation in ${folder} already, and nothing is ever written over: move its database away.`,
    )
    return undefined
  }
  if (faults.length > 0) return undefined
  await makeFolder(folder)
  if (!(await orFault(faults, () => opened.adopt(holdFolder(folder), (lock) => lock.release())))) return undefined

  const staging = join(folder, 'tmp', `copy-${randomUUID()}`)
  await makeFolder(staging)
  opened.defer(() => rm(staging, { recursive: true, force: true }))
  const db = opened.adopt(await openDatabase(staging), (open) => open.destroy())
  const trx = await db.startTransaction().execute()
  takeBackAtTheEnd(trx, opened)
  return {
    trx,
    keep: async () => {
      const owner = await readOwner(trx)
      await trx.commit().execute()
      // One file, with no log beside it; the server switches back.
      await sql`pragma journal_mode = delete`.execute(db)
      await db.destroy()
      await rm(join(folder, MOVED_FILE), { force: true })
      await rename(join(staging, DATABASE_FILE), file)
      await syncFolder(folder)
      // The files of this installation belonged to the PostgreSQL database until now.
      if ((await readFolderOwner(folder))?.installation === owner.installation) await writeFolderOwner(folder, owner)
    },
  }
}

async function openTargetServer(
  { url, name }: InstallationAddress & { engine: 'postgres' },
  { faults, opened }: Opening,
): Promise<Target | undefined> {
  const db = await orFault(faults, () => openAsItIs(url, opened))
  if (db) await noteInstallation(db, name, faults)
  if (!db || faults.length > 0) return undefined
  await orFault(faults, () => makeTables(url))
  if (faults.length === 0 && !(await keepToOurselves(db)))
    faults.push(`A server is running on it: ${name}. Stop it first.`)
  if (faults.length > 0) return undefined

  const trx = await beginOnPostgres(db, opened, false)
  const tables = sql.join(TABLE_NAMES.map((table) => sql.table(table)))
  await sql`lock table ${tables} in exclusive mode`.execute(trx)
  // Another copy may have been made since the first look.
  await noteInstallation(trx, name, faults)
  if (faults.length > 0) return undefined
  return {
    trx,
    keep: async () => {
      await sql`set local synchronous_commit = on`.execute(trx)
      await trx.commit().execute()
      // So that the first questions are planned for as many rows as there are now.
      await sql`analyze ${tables}`.execute(db)
    },
  }
}

/** Refuses, too, a server that would not keep what it acknowledges. */
async function makeTables(url: string): Promise<void> {
  const { db, listener } = await openPostgres({ url, poolSize: 1 }, { startLimitMs: 0 })
  await db.destroy()
  await listener.close()
}

/** Notes what must not be written over; tables with nothing in them may be. */
async function noteInstallation(db: Db, name: string, faults: string[]): Promise<void> {
  const schema = await readSchema(db)
  if (schema === undefined) return
  if (schema !== SCHEMA) {
    faults.push(`There is an installation of another version in it already: ${name}. Name an empty database.`)
    return
  }
  const filled: string[] = []
  for (const table of TABLE_NAMES) {
    if (await isUsed(db, table)) filled.push(table)
  }
  if (filled.length === 0) return
  faults.push(
    `There is an installation in it already: ${name}, with rows in ${filled.join(', ')}.\n` +
      'Nothing is ever written over: name an empty database, on which no server was started.',
  )
}

/** The installation has a row from the start. */
async function isUsed(db: Db, table: TableName): Promise<boolean> {
  const condition = table === 'installation' ? sql`initialised_at is not null` : sql`true`
  const { rows } = await sql`select 1 from ${sql.table(table)} where ${condition} limit 1`.execute(db)
  return rows.length > 0
}
