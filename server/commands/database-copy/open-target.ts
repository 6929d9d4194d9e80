import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { SCHEMA } from '../../platform/database/migrations/migrations.ts'
import { openPostgres } from '../../platform/database/postgres/open-postgres.ts'
import { nameOf } from '../../platform/database/postgres/postgres-names.ts'
import { lockFolder } from '../../platform/database/sqlite/folder-lock.ts'
import { DATABASE_FILE, openDatabase } from '../../platform/database/sqlite/open-database.ts'
import type { Db } from '../../platform/database/tables.ts'
import { syncFolder } from '../../platform/file-stores/local/local-store.ts'
import { readOwner } from '../../platform/installation/installation-queries.ts'
import { readFolderOwner, writeFolderOwner } from '../../platform/installation/store-owner.ts'
import { makeFolder } from '../../platform/make-folder.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import type { Address } from './addresses.ts'
import { TABLE_NAMES, type TableName } from './copied-tables.ts'
import { connect, lockOutServers, readSchema, rollBackAtEnd } from './postgres-connection.ts'

/** An empty database with the present schema, in one transaction. */
export type Target = {
  db: Db
  /** Makes the copied rows an installation, durably. Until then no server finds any of them. */
  commit(): Promise<void>
}

type Opening = {
  /** Closes the target when it is disposed of, and lets servers start on it again. */
  opened: AsyncDisposableStack
  /** Without it, an absent target is not made. */
  hasSource: boolean
}

/**
 * Opens the target, makes its tables and keeps servers from it.
 * @returns undefined when it is absent and there is no source
 * @throws {CommandFault | StartFault} when it is not empty, a server runs on it, or it has unsafe settings
 */
export function openTarget(address: Address, opening: Opening): Promise<Target | undefined> {
  return address.engine === 'sqlite' ? openFolder(address.folder, opening) : openServer(address.url, opening)
}

/** Builds the database under another name and renames it last, so that an interrupted copy leaves none. */
async function openFolder(folder: string, { opened, hasSource }: Opening): Promise<Target | undefined> {
  const path = join(folder, DATABASE_FILE)
  if (existsSync(path) || existsSync(`${path}-wal`)) {
    throw new CommandFault(`There is an installation in ${folder} already. Move its ${DATABASE_FILE} away first.`)
  }
  if (!hasSource) return undefined
  await makeFolder(folder)
  opened.adopt(lockFolder(folder), (lock) => lock.release())
  const staging = join(folder, 'tmp', `copy-${randomUUID()}`)
  await makeFolder(staging)
  opened.defer(() => rm(staging, { recursive: true, force: true }))
  const db = opened.adopt(await openDatabase(staging), (open) => open.destroy())
  const trx = rollBackAtEnd(await db.startTransaction().execute(), opened)
  return {
    db: trx,
    commit: async () => {
      const owner = await readOwner(trx)
      await trx.commit().execute()
      // Leaves one file without a log beside it; the server switches back.
      await sql`pragma journal_mode = delete`.execute(db)
      await db.destroy()
      await rename(join(staging, DATABASE_FILE), path)
      await syncFolder(folder)
      // The files of this installation belonged to the PostgreSQL database until now.
      if ((await readFolderOwner(folder))?.installation === owner.installation) await writeFolderOwner(folder, owner)
    },
  }
}

async function openServer(url: string, { opened, hasSource }: Opening): Promise<Target | undefined> {
  const db = await connect(url, opened)
  const schema = await readSchema(db)
  if (schema !== undefined && schema !== SCHEMA) {
    throw new CommandFault(`There is an installation of another version in it already: ${nameOf(url)}.`)
  }
  if (schema === undefined && !hasSource) return undefined
  await makeTables(url)
  await lockOutServers(db, url)
  // The lock lasts as long as the connection, which the transaction keeps open.
  const trx = rollBackAtEnd(await db.startTransaction().execute(), opened)
  await requireEmpty(trx, url)
  return {
    db: trx,
    commit: async () => {
      await trx.commit().execute()
      // The planner needs the new row counts.
      await sql`analyze`.execute(db)
    },
  }
}

/** Opens the database like a server, which also refuses unsafe settings. */
async function makeTables(url: string): Promise<void> {
  const { db, listener } = await openPostgres({ url, poolSize: 1 }, { startLimitMs: 0 })
  await db.destroy()
  await listener.close()
}

async function requireEmpty(db: Db, url: string): Promise<void> {
  const filled: TableName[] = []
  for (const table of TABLE_NAMES) {
    // Its only row is made with the schema.
    const condition = table === 'installation' ? sql`initialised_at is not null` : sql`true`
    const { rows } = await sql`select 1 from ${sql.table(table)} where ${condition} limit 1`.execute(db)
    if (rows.length > 0) filled.push(table)
  }
  if (filled.length === 0) return
  throw new CommandFault(
    `There is an installation in it already: ${nameOf(url)}, with rows in ${filled.join(', ')}.\n` +
      '  Name an empty database, on which no server was started.',
  )
}
