import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { lockFolder } from '../../platform/database/sqlite/folder-lock.ts'
import { checkIntegrity } from '../../platform/database/sqlite/integrity-check.ts'
import {
  COPIED_DATABASE_FILE,
  changeDatabase,
  DATABASE_FILE,
  openDatabase,
} from '../../platform/database/sqlite/open-database.ts'
import { syncFolder } from '../../platform/file-stores/local-store.ts'
import { readOwner } from '../../platform/installation/installation-queries.ts'
import { readFolderOwner, writeFolderOwner } from '../../platform/installation/store-owner.ts'
import { makeFolder } from '../../platform/make-folder.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import type { Source, Target } from './copy-installation.ts'

/** Opens the SQLite database of a data folder; the target is already known to be empty. */
export async function openFolderSource(folder: string, opened: AsyncDisposableStack): Promise<Source> {
  const [path, copiedPath] = [join(folder, DATABASE_FILE), join(folder, COPIED_DATABASE_FILE)]
  if (existsSync(copiedPath)) {
    throw new CommandFault(
      existsSync(path)
        ? `${copiedPath} is left from an earlier copy. Move it out of the folder first.`
        : `An earlier copy has renamed ${path} to ${COPIED_DATABASE_FILE}, and the target is empty.\n` +
            `Rename the file to ${DATABASE_FILE} and copy again.`,
    )
  }
  const { db, sqlite } = opened.use(await changeDatabase(folder))
  opened.adopt(lockFolder(folder), (lock) => lock.release())
  const [damage] = checkIntegrity(sqlite)
  if (damage !== undefined) throw new CommandFault(`The database ${path} is damaged: ${damage}.`)
  // Merges the write-ahead log into the file, so that one rename moves the whole database.
  sqlite.pragma('journal_mode = delete')
  return {
    db,
    retire: async () => {
      await rename(path, copiedPath)
      await syncFolder(folder)
    },
  }
}

/** Builds a database under another name and renames it last, so that an interrupted copy leaves none. */
export async function openFolderTarget(folder: string, opened: AsyncDisposableStack): Promise<Target> {
  const path = join(folder, DATABASE_FILE)
  if (existsSync(path) || existsSync(`${path}-wal`)) {
    throw new CommandFault(`There is an installation in ${folder} already. Move its ${DATABASE_FILE} away first.`)
  }
  await makeFolder(folder)
  opened.adopt(lockFolder(folder), (lock) => lock.release())
  const staging = join(folder, 'tmp', `copy-${randomUUID()}`)
  await makeFolder(staging)
  opened.defer(() => rm(staging, { recursive: true, force: true }))
  const db = opened.adopt(await openDatabase(staging), (open) => open.destroy())
  return {
    db,
    finish: async () => {
      const owner = await readOwner(db)
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
