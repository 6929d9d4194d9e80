import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { SCHEMA } from '../../platform/database/migrations/migrations.ts'
import { nameOf } from '../../platform/database/postgres/postgres-names.ts'
import { lockFolder } from '../../platform/database/sqlite/folder-lock.ts'
import { checkIntegrity } from '../../platform/database/sqlite/integrity-check.ts'
import { COPIED_DATABASE_FILE, changeDatabase, DATABASE_FILE } from '../../platform/database/sqlite/open-database.ts'
import type { Db } from '../../platform/database/tables.ts'
import { syncFolder } from '../../platform/file-stores/local/local-store.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import type { Address } from './addresses.ts'
import { connect, lockOutServers, readSchema, rollBackAtEnd } from './postgres-connection.ts'

/** The database that is copied, in one transaction. */
export type Source = {
  db: Db
  /** Renames an SQLite database, so that no server can start on it. PostgreSQL stays unchanged. */
  setAside(): Promise<void>
}

/**
 * Opens the source and keeps servers from it until `opened` is disposed of.
 * @throws {CommandFault | StartFault} when a server runs on it, or it cannot be copied
 */
export function openSource(address: Address, opened: AsyncDisposableStack): Promise<Source> {
  return address.engine === 'sqlite' ? openFolder(address.folder, opened) : openServer(address.url, opened)
}

async function openFolder(folder: string, opened: AsyncDisposableStack): Promise<Source> {
  const [path, copiedPath] = [join(folder, DATABASE_FILE), join(folder, COPIED_DATABASE_FILE)]
  refuseEarlierCopy(path, copiedPath)
  const { db, sqlite } = opened.use(await changeDatabase(folder))
  opened.adopt(lockFolder(folder), (lock) => lock.release())
  const [damage] = checkIntegrity(sqlite)
  if (damage !== undefined) throw new CommandFault(`The database ${path} is damaged: ${damage}.`)
  // Merges the write-ahead log into the file, so that one rename moves the whole database.
  sqlite.pragma('journal_mode = delete')
  const trx = await db.startTransaction().execute()
  return {
    db: rollBackAtEnd(trx, opened),
    setAside: async () => {
      await rename(path, copiedPath)
      await syncFolder(folder)
    },
  }
}

function refuseEarlierCopy(path: string, copiedPath: string): void {
  if (!existsSync(copiedPath)) return
  throw new CommandFault(
    existsSync(path)
      ? `${copiedPath} is left from an earlier copy. Move it out of the folder first.`
      : `An earlier copy has renamed ${path} to ${COPIED_DATABASE_FILE}.\n` +
          '  If the target has rows, that copy is complete: set DATABASE_URL and start the server.\n' +
          `  If the target is empty, rename the file to ${DATABASE_FILE} and copy again.`,
  )
}

async function openServer(url: string, opened: AsyncDisposableStack): Promise<Source> {
  const db = await connect(url, opened)
  const schema = await readSchema(db)
  if (schema === undefined) throw new CommandFault(`There is no installation in it: ${nameOf(url)}.`)
  if (schema !== SCHEMA) {
    throw new CommandFault(
      `${nameOf(url)} is not that of this version of Wellhead. Run this command with the version that the server runs.`,
    )
  }
  await lockOutServers(db, url)
  // The lock lasts as long as the connection, which the transaction keeps open.
  const reading = db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return { db: rollBackAtEnd(await reading.execute(), opened), setAside: async () => undefined }
}
