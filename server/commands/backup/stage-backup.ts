import { copyFile, link, mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import SqliteDatabase from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import { forgetInterviews } from '../../features/applications/changes/changes-of-removed.ts'
import { deleteApplications, findApplication } from '../../features/applications/stored/application-queries.ts'
import { blankEvents, listGoneEvents } from '../../features/audit/blank-events.ts'
import { findEntries, insertEntries } from '../../features/erasure-ledger/ledger-queries.ts'
import { mirrorLedger } from '../../features/erasure-ledger/mirror-ledger.ts'
import { erasureHash } from '../../features/erasure-ledger/record-erasures.ts'
import { findResume, listReplicas } from '../../features/resumes/resume-queries.ts'
import { checkIntegrity } from '../../platform/database/sqlite/integrity-check.ts'
import { DATABASE_FILE, readDatabase } from '../../platform/database/sqlite/open-database.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { LOCAL_STORE, RESUME_FOLDERS } from '../../platform/file-stores/local-store.ts'
import { undefinedIfMissing } from '../../platform/file-stores/temporary-files.ts'
import { createKeyedHash } from '../../platform/http/client-address.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { listResumeFiles, type ResumeFile } from './folder-queries.ts'
import { KEY_FILES } from './key-files.ts'

/** Where a backup is built. */
export type Staging = {
  dataDir: string
  /** An existing folder on the file system of the data folder. */
  folder: string
  signal: AbortSignal
}

type Databases = { live: Kysely<Tables>; staged: Kysely<Tables> }

/** All pages in one step: a copy in several steps starts over whenever the server writes in between. */
const ALL_PAGES = 0x7fffffff

/** Not part of a backup: sign-ins of that day must not work again, and who was counted then is private. */
const LEFT_OUT = ['sessions', 'sign_in_failures', 'signed_in_networks', 'submission_counts'] as const

/**
 * Builds in a folder the state of a data folder at one moment, while the server runs.
 * @throws {CommandFault} when the database is damaged
 */
export async function stageBackup(staging: Staging): Promise<void> {
  await using live = await readDatabase(staging.dataDir)
  const snapshot = join(staging.folder, 'snapshot.sqlite')
  await live.sqlite.backup(snapshot, { progress: () => ALL_PAGES })

  const sqlite = new SqliteDatabase(snapshot)
  const staged = new Kysely<Tables>({ dialect: new SqliteDialect({ database: sqlite }) })
  try {
    requireIntegrity(sqlite)
    await mkdir(join(staging.folder, 'resumes'), { mode: 0o700 })
    await linkFiles(staging, { live: live.db, staged })
    await copyKeys(staging)
    // That of the same moment: the mirror of the folder may be behind.
    await mirrorLedger(staged, staging.folder)
    for (const table of LEFT_OUT) await staged.deleteFrom(table).execute()
    // A running server recognises its own file by this stamp; a file from a backup must not bear it.
    sqlite.pragma('user_version = 0')
    // A plain copy still holds deleted content in its free pages.
    sqlite.prepare('vacuum into ?').run(join(staging.folder, DATABASE_FILE))
  } finally {
    await staged.destroy()
  }
  await rm(snapshot)
}

/** The keys are with their installation in every backup; without a server there may be none yet. */
async function copyKeys({ dataDir, folder }: Staging): Promise<void> {
  for (const name of KEY_FILES) await copyFile(join(dataDir, name), join(folder, name)).catch(undefinedIfMissing)
}

function requireIntegrity(sqlite: SqliteDatabase.Database): void {
  const [fault] = checkIntegrity(sqlite)
  if (fault === undefined) return
  throw new CommandFault(
    `The database is damaged: ${fault}. No backup was made. Keep the earlier ones, and run npm run verify.`,
  )
}

/**
 * Links the files that the snapshot names, so that a deletion cannot remove them before they are read. When a file has
 * gone since the snapshot, the snapshot takes over the newer rows; a file that is lost is left out.
 */
export async function linkFiles(staging: Staging, databases: Databases): Promise<void> {
  for (const { id, application, key } of await listResumeFiles(databases.staged)) {
    staging.signal.throwIfAborted()
    let wanted = key
    while (wanted !== null && !(await linkFile(staging, wanted))) {
      wanted = await catchUp(databases, { id, application }, wanted)
    }
  }
}

async function linkFile({ dataDir, folder }: Staging, key: string): Promise<boolean> {
  const to = join(folder, 'resumes', key)
  for (const name of RESUME_FOLDERS) {
    const from = join(dataDir, name, key)
    try {
      // Some file systems have no links.
      await link(from, to).catch(() => copyFile(from, to))
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    }
  }
  return false
}

/**
 * Copies the newer rows of a resume into the snapshot.
 * @returns the key to look for now; null when the file is deleted, remote or lost
 */
async function catchUp(
  { live, staged }: Databases,
  { id, application }: Pick<ResumeFile, 'id' | 'application'>,
  lost: string,
): Promise<string | null> {
  const { resume, replicas } = await live.transaction().execute(async (trx) => ({
    resume: await findResume(trx, id),
    replicas: await listReplicas(trx, id),
  }))
  if (!resume) {
    await forgetRemoved({ live, staged }, application)
    return null
  }
  const local = replicas.find(({ store }) => store === LOCAL_STORE)
  if (local?.key === lost) return null
  await staged.deleteFrom('resume_replicas').where('resume_id', '=', id).execute()
  if (replicas.length > 0) await staged.insertInto('resume_replicas').values(replicas).execute()
  return local?.key ?? null
}

/** Removes an application from the snapshot as it was removed meanwhile, with what the ledger and the trail say of it. */
async function forgetRemoved({ live, staged }: Databases, id: number): Promise<void> {
  const removed = await findApplication(staged, id)
  if (!removed) return
  const hash = await erasureHash(live, createKeyedHash(), 'application', removed)
  const entries = await findEntries(live, [hash])
  const gone = await listGoneEvents(live, id)
  await staged.transaction().execute(async (trx) => {
    await deleteApplications(trx, [removed])
    await forgetInterviews(trx, [id], new Date())
    if (entries.length > 0) await insertEntries(trx, entries, { isReplayed: true })
    // Its place in the chain is after the end of the snapshot.
    const unsealed = { sealed_as: null, event_hash: null, seal: null }
    for (const entry of gone)
      await trx
        .insertInto('audit_trail')
        .values({ ...entry, ...unsealed })
        .execute()
    await blankEvents(trx, [id])
  })
}
