import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import { LOCK_FILE, lockFolder } from '../database/folder-lock.ts'
import { migrations } from '../database/migrations.ts'
import { DATABASE_FILE, openDatabase } from '../database/open-database.ts'
import { describeFile, syncFolder } from '../resumes/resume-store.ts'
import { StartFault } from '../start-fault.ts'
import { checkFolder, type Fault } from './check-folder.ts'
import { CommandFault } from './command.ts'
import { faultLine } from './fault-lines.ts'
import { MANIFEST_FILE, type Manifest, parseManifest } from './manifest.ts'
import { damaged, unpackBackupFile } from './unpack-backup-file.ts'

/** A backup that was restored: what it said about itself, and what was lost before it was made. */
export type Restored = { manifest: Manifest; faults: Fault[] }

/**
 * Makes a data folder from a backup file. Everything is unpacked and proved beside it first.
 * @throws {CommandFault} when the folder is in use, or the backup file is not whole; nothing is then left
 */
export async function restoreBackup(file: string, dataDir: string, signal: AbortSignal): Promise<Restored> {
  await requireEmpty(dataDir)
  const parent = dirname(dataDir)
  await mkdir(parent, { recursive: true })
  const folder = join(parent, `.${basename(dataDir)}-restore-${randomUUID()}`)
  await mkdir(folder, { mode: 0o700 })
  try {
    await unpackBackupFile(file, folder)
    signal.throwIfAborted()
    const restored = await prove(folder, signal)
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

async function prove(folder: string, signal: AbortSignal): Promise<Restored> {
  const manifest = parseManifest(await readFile(join(folder, MANIFEST_FILE), 'utf8'))
  const { sha256 } = await describeFile(join(folder, DATABASE_FILE))
  if (sha256 !== manifest.databaseSha256) throw damaged('the database is not as it was written')
  if (!Object.hasOwn(migrations, manifest.schema)) {
    throw new CommandFault(
      `The backup was made by Wellhead ${manifest.wellhead}. Restore it with that version or a newer one.`,
    )
  }
  await rm(join(folder, MANIFEST_FILE))
  await bringUpToDate(folder)
  const { faults } = await checkFolder({ folder, isLive: false, signal })
  const fresh = faults.find((fault) => !isKnown(manifest, fault))
  if (fresh) throw damaged(faultLine(fresh).replace(/\..*$/, ''))
  return { manifest, faults }
}

async function bringUpToDate(folder: string): Promise<void> {
  const db = await openDatabase(folder)
  // So that looking at it leaves no log beside it; the server switches back.
  await sql`pragma journal_mode = delete`.execute(db)
  await db.destroy()
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
