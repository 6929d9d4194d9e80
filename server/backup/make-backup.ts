import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { DATABASE_FILE } from '../database/open-database.ts'
import { describeFile } from '../resumes/resume-store.ts'
import { checkFolder, type Fault, type FolderReport } from './check-folder.ts'
import { CommandFault } from './command.ts'
import type { Counts } from './folder-queries.ts'
import { formatManifest, MANIFEST_FILE } from './manifest.ts'
import { SCHEMA } from './read-database.ts'
import { stageBackup } from './stage-backup.ts'
import { writeBackupFile } from './write-backup-file.ts'

/** A backup that was made: its size in bytes, what it holds, and what was lost before it. */
export type Backup = { size: number; counts: Counts; faults: Fault[] }

/** Well within the hour after which the server takes temporary files for forgotten. In milliseconds. */
const REFRESH_MS = 5 * 60_000

/**
 * Writes one file with everything a data folder holds, while the server works on.
 * @param file absolute path; refused when something is there
 * @throws {CommandFault} when no backup can be made; nothing is then left under the name
 */
export async function makeBackup(dataDir: string, file: string, signal: AbortSignal): Promise<Backup> {
  const folder = join(dataDir, 'tmp', `backup-${randomUUID()}`)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const refreshing = setInterval(() => utimes(folder, new Date(), new Date()).catch(() => {}), REFRESH_MS)
  try {
    await stageBackup({ dataDir, folder, signal })
    const report = await checkFolder({ folder, isLive: false, signal })
    const counts = await writeManifest(folder, report)
    const keys = await readdir(join(folder, 'resumes'))
    const names = [MANIFEST_FILE, DATABASE_FILE, ...keys.map((key) => `resumes/${key}`)]
    const size = await writeBackupFile({ folder, names, file, signal })
    return { size, counts, faults: report.faults }
  } finally {
    clearInterval(refreshing)
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeManifest(folder: string, { faults, counts }: FolderReport): Promise<Counts> {
  const damage = faults.find((fault) => fault.kind === 'database')
  if (!counts || damage) throw new CommandFault('The copy of the database came out damaged. No backup was made.')
  const { sha256 } = await describeFile(join(folder, DATABASE_FILE))
  const manifest = formatManifest({
    createdAt: new Date().toISOString(),
    wellhead: version(),
    schema: SCHEMA,
    databaseSha256: sha256,
    counts,
    missing: faults.filter((fault) => fault.kind === 'missing').map((fault) => fault.application),
    altered: faults
      .filter((fault) => fault.kind === 'altered')
      .map(({ application, key, sha256 }) => ({ application, key, sha256 })),
  })
  await writeFile(join(folder, MANIFEST_FILE), manifest, { mode: 0o600 })
  return counts
}

function version(): string {
  return JSON.parse(readFileSync(resolve(import.meta.dirname, '../../package.json'), 'utf8')).version
}
