import { createHash, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { SCHEMA } from '../../platform/database/migrations/migrations.ts'
import { DATABASE_FILE } from '../../platform/database/sqlite/open-database.ts'
import { describeFile } from '../../platform/file-stores/local/local-store.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { checkFolder, type Fault, type FolderReport } from './check-folder.ts'
import type { Counts } from './folder-queries.ts'
import { formatManifest, MANIFEST_FILE, type Manifest } from './manifest.ts'
import { takeContents } from './seal.ts'
import { obtainSealKey, type SealKey } from './seal-key.ts'
import { stageBackup } from './stage-backup.ts'
import { writeBackupFile } from './write-backup-file.ts'

/** A backup that was made: its size in bytes, what it holds, what was lost before it, and tasks that nobody can do. */
export type Backup = { size: number; counts: Counts } & Omit<FolderReport, 'counts'>

/** Well within the hour after which the server takes temporary files for forgotten. In milliseconds. */
const REFRESH_MS = 5 * 60_000

/** How a backup is made. */
export type BackupOptions = {
  signal: AbortSignal
  /** The key that the operator has named; otherwise the one of the data folder, or a new one. */
  sealKey?: SealKey | undefined
  /** Told at once of a key that was made for this backup and all later ones. */
  onNewKey?: (key: SealKey) => void
}

/**
 * Writes one file with everything a data folder holds, while the server works on.
 * @param file absolute path; refused when something is there
 * @throws {CommandFault} when no backup can be made; nothing is then left under the name
 */
export async function makeBackup(
  dataDir: string,
  file: string,
  { signal, sealKey, onNewKey = () => undefined }: BackupOptions,
): Promise<Backup> {
  const folder = join(dataDir, 'tmp', `backup-${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const refreshing = setInterval(() => utimes(folder, new Date(), new Date()).catch(() => {}), REFRESH_MS)
  try {
    await stageBackup({ dataDir, folder, signal })
    const { key, isNew } = await obtainSealKey(dataDir, sealKey)
    if (isNew) onNewKey(key)
    const { faults, counts, unreadableTasks } = wholeReport(await checkFolder({ folder, isLive: false, signal }))
    const { files, contents } = await describeFiles(folder, signal)
    const text = formatManifest({ ...aboutItself(files, faults), contents, counts }, key)
    await writeFile(join(folder, MANIFEST_FILE), text, { mode: 0o600 })
    const manifest: [string, string] = [MANIFEST_FILE, createHash('sha256').update(text).digest('hex')]
    const size = await writeBackupFile({ folder, files: new Map([manifest, ...files]), file, signal })
    return { size, counts, faults, unreadableTasks }
  } finally {
    clearInterval(refreshing)
    await rm(folder, { recursive: true, force: true })
  }
}

function wholeReport({ counts, faults, ...more }: FolderReport): Omit<Backup, 'size'> {
  const damage = faults.find((fault) => fault.kind === 'database')
  if (!counts || damage) throw new CommandFault('The copy of the database came out damaged. No backup was made.')
  return { counts, faults, ...more }
}

/** Reads all that goes into the backup file beside the manifest; what was read is what the file must have in it. */
async function describeFiles(folder: string, signal: AbortSignal) {
  const keys = await readdir(join(folder, 'resumes'))
  const files = new Map<string, string>()
  const contents = takeContents()
  for (const name of [DATABASE_FILE, ...keys.map((key) => `resumes/${key}`)]) {
    signal.throwIfAborted()
    const { size, sha256 } = await describeFile(join(folder, name))
    files.set(name, sha256)
    contents.add({ name, size, sha256 })
  }
  return { files, contents: contents.done() }
}

function aboutItself(
  files: ReadonlyMap<string, string>,
  faults: Fault[],
): Omit<Manifest, 'format' | 'contents' | 'counts'> {
  return {
    createdAt: new Date().toISOString(),
    wellhead: version(),
    schema: SCHEMA,
    databaseSha256: files.get(DATABASE_FILE) ?? '',
    missing: faults.filter((fault) => fault.kind === 'missing').map((fault) => fault.application),
    altered: faults
      .filter((fault) => fault.kind === 'altered')
      .map(({ application, key, sha256 }) => ({ application, key, sha256 })),
  }
}

function version(): string {
  return JSON.parse(readFileSync(resolve(import.meta.dirname, '../../../package.json'), 'utf8')).version
}
