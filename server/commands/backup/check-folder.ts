import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isReferenced } from '../../features/resumes/resume-queries.ts'
import { findDatabaseFaults, type OpenedDatabase, readDatabase } from '../../platform/database/sqlite/read-database.ts'
import { isDamage } from '../../platform/database/sqlite/sound-database.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { FileFacts } from '../../platform/file-stores/file-store.ts'
import { describeFile, RESUME_FOLDERS } from '../../platform/file-stores/local/local-store.ts'
import {
  type Counts,
  countRows,
  type LocalFile,
  listCloudStored,
  listLocalFiles,
  listPendingDeletions,
  listWithoutLocal,
} from './folder-queries.ts'

/** Something in a data folder that is not as it should be. */
export type Fault =
  | { kind: 'database'; message: string }
  | { kind: 'missing'; application: number; key: string | null; isInCloud: boolean }
  | { kind: 'altered'; application: number; key: string; isInCloud: boolean; sha256: string }
  | { kind: 'unnamed'; name: string }

/** What a look at a data folder found. */
export type FolderReport = {
  faults: Fault[]
  /** Null where the database cannot be read. */
  counts: Counts | null
  /** Numbers of tasks that nobody can do, since they do not say what they are. Nothing is missing for that. */
  unreadableTasks: number[]
}

/** How a folder is looked at. */
export type FolderCheck = {
  folder: string
  /** Whether a server may be at work on it, so that rows and files come and go. */
  isLive: boolean
  signal: AbortSignal
}

/** No upload lasts this long. In milliseconds. */
const UPLOAD_MS = 60 * 60 * 1000

/** Looks at the database and reads every local file of a data folder, without changing anything. */
export async function checkFolder(check: FolderCheck): Promise<FolderReport> {
  try {
    await using database = await readDatabase(check.folder)
    const damage = findDatabaseFaults(database.sqlite)
    if (damage.length > 0) {
      return { faults: damage.map((message) => ({ kind: 'database', message })), counts: null, unreadableTasks: [] }
    }
    return await checkFiles(check, database)
  } catch (error) {
    if (!isDamage(error)) throw error
    return { faults: [{ kind: 'database', message: error.message }], counts: null, unreadableTasks: [] }
  }
}

async function checkFiles(check: FolderCheck, { db }: OpenedDatabase): Promise<FolderReport> {
  const rows = await countRows(db)
  const { faults, cloudOnly } = await checkLocalFiles(check, db)
  const { unnamed, unreadableTasks } = await findUnnamed(check, db)
  return { faults: [...faults, ...unnamed], counts: { ...rows, cloudOnly }, unreadableTasks }
}

/**
 * Reads every local file that a resume names and compares it with its checksum.
 * @returns what is missing or altered, how many files there should be, and how many resumes only a cloud store has
 */
export async function checkLocalFiles({ folder, signal }: Omit<FolderCheck, 'isLive'>, db: Db) {
  const files = await listLocalFiles(db)
  const inCloud = await listCloudStored(db)
  const withoutLocal = await listWithoutLocal(db)

  const faults: Fault[] = withoutLocal
    .filter((application) => !inCloud.has(application))
    .map((application) => ({ kind: 'missing', application, key: null, isInCloud: false }))
  for (const file of files) {
    signal.throwIfAborted()
    const fault = await checkFile(folder, file, inCloud.has(file.application))
    // Looked up again, since an application may have been deleted meanwhile.
    if (fault && (await isReferenced(db, 'local', file.key))) faults.push(fault)
  }
  const cloudOnly = withoutLocal.filter((application) => inCloud.has(application)).length
  return { faults, named: files.length, cloudOnly }
}

async function checkFile(folder: string, file: LocalFile, isInCloud: boolean): Promise<Fault | undefined> {
  const { application, key } = file
  const facts = await describeKept(folder, key)
  if (!facts) return { kind: 'missing', application, key, isInCloud }
  if (facts.sha256 === file.sha256) return undefined
  return { kind: 'altered', application, key, isInCloud, sha256: facts.sha256 }
}

async function describeKept(folder: string, key: string): Promise<FileFacts | undefined> {
  for (const name of RESUME_FOLDERS) {
    const facts = await describeFile(join(folder, name, key)).catch(undefinedIfMissing)
    if (facts) return facts
  }
  return undefined
}

async function findUnnamed({ folder, isLive }: FolderCheck, db: Db) {
  const names = (await readdir(join(folder, 'resumes')).catch(undefinedIfMissing)) ?? []
  // Read after the names: what the server has come to name or to remove since is not a fault.
  const named = new Set((await listLocalFiles(db)).map((file) => file.key))
  const { leaving, unreadable } = await listPendingDeletions(db)
  const unnamed: Fault[] = []
  for (const name of names) {
    if (named.has(name) || leaving.has(name)) continue
    const found = await stat(join(folder, 'resumes', name)).catch(undefinedIfMissing)
    const isArriving = isLive && found && Date.now() - found.mtimeMs < UPLOAD_MS
    if (found && !isArriving) unnamed.push({ kind: 'unnamed', name })
  }
  return { unnamed, unreadableTasks: unreadable }
}

/** A disk that cannot be read is a fault of its own, not a missing file. */
function undefinedIfMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
