import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { listAccounts } from '../../features/accounts/manage-accounts.ts'
import { migrations } from '../../platform/database/migrations/migrations.ts'
import { LOCK_FILE, lockFolder } from '../../platform/database/sqlite/folder-lock.ts'
import { DATABASE_FILE, openDatabase } from '../../platform/database/sqlite/open-database.ts'
import { describeFile, syncFolder } from '../../platform/file-stores/local/local-store.ts'
import { CommandFault, StartFault } from '../../platform/operator-faults.ts'
import { checkFolder, type Fault } from './check-folder.ts'
import { faultLine } from './fault-lines.ts'
import type { AccountFacts, Inspected } from './inspect-seal.ts'
import { MANIFEST_FILE, type Manifest, parseManifest, type ReadManifest } from './manifest.ts'
import type { Contents } from './seal.ts'
import { keepSealKey } from './seal-key.ts'
import { damaged, unpackBackupFile } from './unpack-backup-file.ts'

/** A backup that was restored: what it said about itself, and what was lost before it was made. */
export type Restored = Inspected & { manifest: Manifest; faults: Fault[] }

/** How a restore goes about the seal. */
export type RestoreOptions = {
  signal: AbortSignal
  /** Finds out how it stands with the seal. @throws {CommandFault} when the backup must not be restored */
  inspectSeal(read: ReadManifest): Promise<Inspected>
  /** Told who could sign in, before anything is put in place. @throws {CommandFault} when that is not wanted */
  approve(accounts: AccountFacts[], inspected: Inspected): Promise<void>
}

/**
 * Makes a data folder from a backup file. Everything is unpacked and proved beside it first. The new folder has the key
 * with which the operator compared the seal, so that its own backups bear the same seal.
 * @throws {CommandFault} when the folder is in use, the backup file is not whole, or it is not wanted; nothing is then left
 */
export async function restoreBackup(file: string, dataDir: string, options: RestoreOptions): Promise<Restored> {
  const { signal } = options
  await requireEmpty(dataDir)
  const parent = dirname(dataDir)
  await mkdir(parent, { recursive: true })
  const folder = join(parent, `.${basename(dataDir)}-restore-${randomUUID()}`)
  await mkdir(folder, { mode: 0o700 })
  try {
    const contents = await unpackBackupFile(file, folder)
    signal.throwIfAborted()
    const restored = await prove(folder, contents, options)
    signal.throwIfAborted()
    if (restored.key) await keepSealKey(folder, restored.key)
    await moveInto(folder, dataDir)
    await syncFolder(parent)
    return restored
  } catch (error) {
    await rm(folder, { recursive: true, force: true })
    throw error
  }
}

async function requireEmpty(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error): string[] => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  if (names.length === 0) return
  if (names.includes(LOCK_FILE)) requireUnlocked(dataDir)
  throw notEmpty(dataDir)
}

function requireUnlocked(dataDir: string): void {
  try {
    lockFolder(dataDir).release()
  } catch (error) {
    if (!(error instanceof StartFault)) throw error
    throw new CommandFault(
      `A server is running on the data folder ${dataDir}. Stop it and move the folder away, or set DATA_DIR to another folder.`,
    )
  }
}

function notEmpty(dataDir: string): CommandFault {
  return new CommandFault(
    `The data folder ${dataDir} is not empty, and nothing is ever written over. Move it away, or set DATA_DIR to another folder.`,
  )
}

/** The seal comes first: a database that anybody may have written is not even opened before somebody wants it. */
async function prove(
  folder: string,
  contents: Contents,
  { signal, inspectSeal, approve }: RestoreOptions,
): Promise<Restored> {
  const read = parseManifest(await readFile(join(folder, MANIFEST_FILE), 'utf8'))
  const { manifest } = read
  const inspected = await inspectSeal(read)
  const { sha256 } = await describeFile(join(folder, DATABASE_FILE))
  if (sha256 !== manifest.databaseSha256) throw damaged('the database is not as it was written')
  if (!Object.hasOwn(migrations, manifest.schema)) {
    throw new CommandFault(
      `The backup was made by Wellhead ${manifest.wellhead}. Restore it with that version or a newer one.`,
    )
  }
  await rm(join(folder, MANIFEST_FILE))
  const accounts = await bringUpToDate(folder)
  const { faults } = await checkFolder({ folder, isLive: false, signal })
  const fresh = faults.find((fault) => !isKnown(manifest, fault))
  if (fresh) throw damaged(faultLine(fresh).split('.', 1).join())
  if (manifest.contents && !isDeepStrictEqual(manifest.contents, contents)) {
    throw damaged('its files are not those that its manifest names')
  }
  await approve(accounts, inspected)
  return { ...inspected, manifest, faults }
}

async function bringUpToDate(folder: string): Promise<AccountFacts[]> {
  const db = await openDatabase(folder)
  const accounts = await listAccounts(db)
  // So that looking at it leaves no log beside it; the server switches back.
  await sql`pragma journal_mode = delete`.execute(db)
  await db.destroy()
  return accounts
}

/** Whether a fault stood in the data folder already when the backup was made. */
function isKnown({ missing, altered }: Manifest, fault: Fault): boolean {
  if (fault.kind === 'missing') return missing.includes(fault.application)
  if (fault.kind !== 'altered') return false
  return altered.some(({ application, sha256 }) => application === fault.application && sha256 === fault.sha256)
}

async function moveInto(folder: string, dataDir: string): Promise<void> {
  await syncFolder(folder)
  await rename(folder, dataDir).catch((error) => {
    if (error.code === 'ENOTEMPTY' || error.code === 'EEXIST') throw notEmpty(dataDir)
    if (error.code !== 'EBUSY' && error.code !== 'EXDEV') throw error
    throw new CommandFault(`${dataDir} is a mount point, which cannot be replaced. Set DATA_DIR to a folder inside it.`)
  })
}
