import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isReferenced } from '../../features/resumes/resume-queries.ts'
import { checkIntegrity, isDamage } from '../../platform/database/sqlite/integrity-check.ts'
import { readDatabase } from '../../platform/database/sqlite/open-database.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { FileFacts } from '../../platform/file-stores/file-store.ts'
import { describeFile, LOCAL_STORE, RESUME_FOLDERS } from '../../platform/file-stores/local-store.ts'
import { undefinedIfMissing } from '../../platform/file-stores/temporary-files.ts'
import { countRows, listPendingTasks, listResumeFiles, type ResumeFile } from './folder-queries.ts'

/** Something in a data folder that is wrong. `isRemote` says that a bucket or cloud drive has the file too. */
export type Fault =
  | { kind: 'database'; message: string }
  | ({ kind: 'missing'; key: string | null } & FaultyResume)
  | ({ kind: 'altered'; key: string; sha256: string } & FaultyResume)
  | { kind: 'unnamed'; name: string }

type FaultyResume = Pick<ResumeFile, 'id' | 'application' | 'isEarlier' | 'isRemote'>

/** How much an installation holds; `remoteOnly` counts the resumes that only a bucket or cloud drive has. */
export type Counts = { applications: number; postings: number; resumes: number; remoteOnly: number }

/** The result of a check of a data folder. */
export type FolderReport = {
  faults: Fault[]
  /** Null when the database cannot be read. */
  counts: Counts | null
  /** Rows of outbox tasks that no version can run. Nothing is lost because of them. */
  unreadableTasks: number[]
}

/** What to check. */
export type FolderCheck = {
  folder: string
  /** Whether a server may be running, so that rows and files appear and disappear during the check. */
  isLive: boolean
  signal: AbortSignal
}

/** Longer than any upload lasts, in milliseconds. */
const UPLOAD_MS = 60 * 60 * 1000

/** Checks the database and compares every local file with its checksum. Changes nothing. */
export async function checkFolder(check: FolderCheck): Promise<FolderReport> {
  try {
    await using database = await readDatabase(check.folder)
    const damage = checkIntegrity(database.sqlite)
    return damage.length > 0 ? damagedDatabase(damage) : await checkReadable(check, database.db)
  } catch (error) {
    if (!isDamage(error)) throw error
    return damagedDatabase([error.message])
  }
}

function damagedDatabase(messages: string[]): FolderReport {
  return { faults: messages.map((message) => ({ kind: 'database', message })), counts: null, unreadableTasks: [] }
}

async function checkReadable(check: FolderCheck, db: Db): Promise<FolderReport> {
  const counts = await countRows(db)
  const { faults, remoteOnly } = await checkResumes(check, db)
  const { unnamed, unreadableTasks } = await findUnnamed(check, db)
  return { faults: [...faults, ...unnamed], counts: { ...counts, remoteOnly }, unreadableTasks }
}

/**
 * Compares every local file that a resume names with its checksum.
 * @returns missing and altered files, and how many resumes only a bucket or cloud drive has
 */
export async function checkResumes({ folder, signal }: Omit<FolderCheck, 'isLive'>, db: Db) {
  const resumes = await listResumeFiles(db)
  const faults: Fault[] = []
  for (const resume of resumes) {
    signal.throwIfAborted()
    const fault = await checkResume(folder, resume)
    // Queried again: the application may have been deleted during the check.
    if (fault && (resume.key === null || (await isReferenced(db, LOCAL_STORE, resume.key)))) faults.push(fault)
  }
  return { faults, remoteOnly: resumes.filter(isRemoteOnly).length }
}

const isRemoteOnly = ({ key, isRemote }: ResumeFile) => key === null && isRemote

async function checkResume(folder: string, resume: ResumeFile): Promise<Fault | undefined> {
  const { id, application, isEarlier, key, isRemote } = resume
  if (isRemoteOnly(resume)) return undefined
  const facts = key === null ? undefined : await describeResume(folder, key)
  if (key === null || !facts) return { kind: 'missing', id, application, isEarlier, key, isRemote }
  if (facts.sha256 === resume.sha256) return undefined
  return { kind: 'altered', id, application, isEarlier, key, isRemote, sha256: facts.sha256 }
}

async function describeResume(folder: string, key: string): Promise<FileFacts | undefined> {
  for (const name of RESUME_FOLDERS) {
    const facts = await describeFile(join(folder, name, key)).catch(undefinedIfMissing)
    if (facts) return facts
  }
  return undefined
}

async function findUnnamed({ folder, isLive }: FolderCheck, db: Db) {
  const names = (await readdir(join(folder, 'resumes')).catch(undefinedIfMissing)) ?? []
  // Queried after the folder is listed: rows that the server adds meanwhile must not count as missing.
  const named = new Set((await listResumeFiles(db)).map(({ key }) => key))
  const { deletedKeys, unreadableTasks } = await listPendingTasks(db)
  const unnamed: Fault[] = []
  for (const name of names) {
    if (named.has(name) || deletedKeys.has(name)) continue
    const stats = await stat(join(folder, 'resumes', name)).catch(undefinedIfMissing)
    const isArriving = isLive && stats && Date.now() - stats.mtimeMs < UPLOAD_MS
    if (stats && !isArriving) unnamed.push({ kind: 'unnamed', name })
  }
  return { unnamed, unreadableTasks }
}
