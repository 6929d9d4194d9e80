import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LEDGER_FILE } from '../../features/erasure-ledger/ledger-file.ts'
import { SCHEMA } from '../../platform/database/migrations/migrations.ts'
import { DATABASE_FILE } from '../../platform/database/sqlite/open-database.ts'
import { describeFile } from '../../platform/file-stores/local-store.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { readVersion } from '../../platform/wellhead-version.ts'
import { writeBackupFile } from './backup-file.ts'
import { type Counts, checkFolder, type FolderReport } from './check-folder.ts'
import { KEY_FILES } from './key-files.ts'
import { describeContents, formatManifest, MANIFEST_FILE, type Manifest, type PackedFile } from './manifest.ts'
import { obtainSealKey, type SealKey } from './seal-key.ts'
import { stageBackup } from './stage-backup.ts'

/** A finished backup: its size in bytes, its counts, and the faults of the data folder. */
export type Backup = { size: number; counts: Counts } & Omit<FolderReport, 'counts'>

/** The server deletes temporary files after an hour; this keeps the folder of a longer backup. In milliseconds. */
const REFRESH_MS = 5 * 60_000

/**
 * Writes one file with everything a data folder holds, while the server runs.
 * @param file absolute path; an existing file is refused
 * @param options.sealKey the key from the environment; otherwise the one of the data folder, or a new one
 * @param options.onNewKey called at once with a key that was made for this backup and all later ones
 * @throws {CommandFault} when no backup can be made; nothing is then left under the name
 */
export async function makeBackup(
  dataDir: string,
  file: string,
  {
    signal,
    sealKey,
    onNewKey = () => undefined,
  }: { signal: AbortSignal; sealKey?: SealKey | undefined; onNewKey?: (key: SealKey) => void },
): Promise<Backup> {
  const folder = join(dataDir, 'tmp', `backup-${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const refreshing = setInterval(() => utimes(folder, new Date(), new Date()).catch(() => {}), REFRESH_MS)
  try {
    // What is erased while the backup is made is not in its ledger any more.
    const createdAt = new Date().toISOString()
    await stageBackup({ dataDir, folder, signal })
    const { key, isNew } = await obtainSealKey(dataDir, sealKey)
    if (isNew) onNewKey(key)
    const report = requireReadable(await checkFolder({ folder, isLive: false, signal }))
    const files = await describeFiles(folder, signal)
    const manifest = await writeManifest(folder, formatManifest({ createdAt, ...manifestOf(files, report) }, key))
    const size = await writeBackupFile({ folder, files: [manifest, ...files], file, signal })
    return { ...report, size }
  } finally {
    clearInterval(refreshing)
    await rm(folder, { recursive: true, force: true })
  }
}

function requireReadable({ counts, ...report }: FolderReport): Omit<Backup, 'size'> {
  if (!counts) throw new CommandFault('The copy of the database is damaged. No backup was made.')
  return { counts, ...report }
}

/** Reads every file of the backup beside the manifest; the backup file must later contain the same bytes. */
async function describeFiles(folder: string, signal: AbortSignal): Promise<PackedFile[]> {
  const files: PackedFile[] = []
  const keys = await readdir(join(folder, 'resumes'))
  // First after the manifest, where a restore of an earlier backup finds it quickly.
  const own = [LEDGER_FILE, DATABASE_FILE, ...KEY_FILES].filter((name) => existsSync(join(folder, name)))
  for (const name of [...own, ...keys.map((key) => `resumes/${key}`)]) {
    signal.throwIfAborted()
    files.push({ name, ...(await describeFile(join(folder, name))) })
  }
  return files
}

async function writeManifest(folder: string, text: string): Promise<PackedFile> {
  await writeFile(join(folder, MANIFEST_FILE), text, { mode: 0o600 })
  const sha256 = createHash('sha256').update(text).digest('hex')
  return { name: MANIFEST_FILE, size: Buffer.byteLength(text), sha256 }
}

function manifestOf(
  files: PackedFile[],
  { counts, faults }: Omit<Backup, 'size'>,
): Omit<Manifest, 'format' | 'createdAt'> {
  return {
    wellhead: readVersion(),
    schema: SCHEMA,
    contents: describeContents(files),
    ledger: files.find(({ name }) => name === LEDGER_FILE)?.sha256,
    counts,
    missing: faults.filter((fault) => fault.kind === 'missing').map(({ id }) => id),
    altered: faults.filter((fault) => fault.kind === 'altered').map(({ id, sha256 }) => ({ id, sha256 })),
  }
}
