import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { DATABASE_FILE } from '../../platform/database/sqlite/open-database.ts'
import { findDatabaseFaults, readDatabase } from '../../platform/database/sqlite/read-database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { holdFiles, type Staging } from './hold-files.ts'

/** Pages copied at a time: all, since a copy in steps starts over whenever the server writes in between. */
const ALL_PAGES = 0x7fffffff

/**
 * Builds in a folder what a data folder was at one moment, while the server works on.
 * @throws {CommandFault} when the database is damaged
 */
export async function stageBackup(staging: Staging): Promise<void> {
  await using live = await readDatabase(staging.dataDir)
  const snapshot = join(staging.folder, 'snapshot.sqlite')
  await live.sqlite.backup(snapshot, { progress: () => ALL_PAGES })

  const sqlite = new SqliteDatabase(snapshot)
  const staged = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) })
  try {
    requireSound(sqlite)
    await mkdir(join(staging.folder, 'resumes'), { mode: 0o700 })
    await holdFiles(staging, { live: live.db, staged })
    // A sign-in of the past must not come back to life with the data.
    await staged.deleteFrom('sessions').execute()
    // Who was counted lately is nobody's business later, and the secret that hides it stands in the same file.
    await staged.deleteFrom('sign_in_failures').execute()
    await staged.deleteFrom('signed_in_networks').execute()
    await staged.deleteFrom('submission_counts').execute()
    // A running server knows its own file by this; one out of a backup must not pass for it.
    sqlite.pragma('user_version = 0')
    // What was deleted still stands in the pages of a copy; it stays out of one that is written anew.
    sqlite.prepare('vacuum into ?').run(join(staging.folder, DATABASE_FILE))
  } finally {
    await staged.destroy()
  }
  await rm(snapshot)
}

function requireSound(sqlite: SqliteDatabase.Database): void {
  const [fault] = findDatabaseFaults(sqlite)
  if (fault === undefined) return
  throw new CommandFault(
    `The database is damaged: ${fault}. No backup was made; keep the earlier ones, and look at npm run verify.`,
  )
}
