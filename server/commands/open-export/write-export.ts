import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Kysely } from 'kysely'
import { isKept, listReplicas } from '../../features/resumes/resume-queries.ts'
import { SCHEMA } from '../../platform/database/migrations/migrations.ts'
import type { Db, ResumeRow, Tables } from '../../platform/database/tables.ts'
import { type HeldFile, StoreFault } from '../../platform/file-stores/file-store.ts'
import { type FileStores, storeNamed } from '../../platform/file-stores/file-stores.ts'
import { syncFolder } from '../../platform/file-stores/local-store.ts'
import { openVerified } from '../../platform/file-stores/verified-file.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { readVersion } from '../../platform/wellhead-version.ts'
import { TABLES_WITH_SEQUENCE } from '../database-copy/copied-tables.ts'
import { readLastId } from '../database-copy/last-ids.ts'
import { readBatches } from '../database-copy/table-rows.ts'
import { createExportWriter, EXPORT_FILE, type ExportWriter, formatDescription, README_FILE } from './export-folder.ts'
import { exportLines, resumePath, tablePath } from './export-lines.ts'
import { exportReadme } from './export-readme.ts'
import { EXPORTED_TABLES } from './exported-tables.ts'

/** How much an export has: rows by table, files, and the resumes that no store has whole. */
export type ExportReport = {
  rows: Record<string, number>
  files: number
  missing: { id: number; application: number }[]
}

type Exporting = { db: Kysely<Tables>; stores: FileStores; now: Date; signal: AbortSignal }

/**
 * Writes everything into a new folder, as of one moment, beside a server that may be running (`docs/decisions/0163-open-export.md`).
 * @param folder absolute path; an existing one is refused
 * @throws {CommandFault} when it cannot be made; nothing is then left
 */
export async function writeExport(folder: string, exporting: Exporting): Promise<ExportReport> {
  if (existsSync(folder)) throw new CommandFault(`There is already ${folder}. Name a new folder for the export.`)
  const partial = `${folder}.partial-${randomUUID()}`
  await mkdir(partial, { mode: 0o700 })
  try {
    const snapshot = exporting.db.transaction().setIsolationLevel('repeatable read')
    const report = await snapshot.execute((db) => writeAll(createExportWriter(partial), { ...exporting, db }))
    await rename(partial, folder)
    await syncFolder(dirname(folder))
    return report
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

async function writeAll(
  writer: ExportWriter,
  { db, stores, now, signal }: Omit<Exporting, 'db'> & { db: Db },
): Promise<ExportReport> {
  const { files, missing } = await writeFiles(writer, { db, stores, signal })
  const missingIds = new Set(missing.map(({ id }) => id))
  const rows: Record<string, number> = {}
  for (const table of EXPORTED_TABLES) {
    rows[table.name] = 0
    const counted = async function* () {
      for await (const lines of exportLines(db, table, missingIds)) {
        signal.throwIfAborted()
        rows[table.name] = (rows[table.name] ?? 0) + lines.split('\n').length - 1
        yield lines
      }
    }
    await writer.write(tablePath(table), counted())
  }
  const lastIds: Record<string, number> = {}
  for (const table of TABLES_WITH_SEQUENCE) lastIds[table] = await readLastId(db, table)
  const wellhead = readVersion()
  const description = { madeAt: now.toISOString(), wellhead, schema: SCHEMA, lastIds, rows, missing: [...missingIds] }
  await writer.write(EXPORT_FILE, [formatDescription(description)])
  await writer.write(README_FILE, [exportReadme({ rows, madeAt: now, wellhead })])
  await writer.finish()
  return { rows, files, missing }
}

async function writeFiles(
  writer: ExportWriter,
  { db, stores, signal }: Pick<Exporting, 'stores' | 'signal'> & { db: Db },
): Promise<Pick<ExportReport, 'files' | 'missing'>> {
  const missing: ExportReport['missing'] = []
  let files = 0
  for await (const resumes of readBatches(db, 'resumes')) {
    for (const resume of resumes as unknown as ResumeRow[]) {
      signal.throwIfAborted()
      await using file = await openWhole(db, stores, resume)
      if (!file) missing.push({ id: resume.id, application: resume.application_id })
      else {
        await writer.write(resumePath(resume), file.read(0))
        files += 1
      }
    }
  }
  return { files, missing }
}

/** The first whole file of a resume; undefined when no store has one. @throws {CommandFault} when a store that may have it is away */
async function openWhole(db: Db, stores: FileStores, resume: ResumeRow): Promise<HeldFile | undefined> {
  let fault: StoreFault | undefined
  for (const { store: name, key } of (await listReplicas(db, resume.id)).filter(isKept)) {
    const store = storeNamed(stores, name)
    if (!store) continue
    const file = await openVerified(store, key, { expected: resume, local: stores.local }).catch((error) => {
      if (!(error instanceof StoreFault)) throw error
      fault = error
    })
    if (file !== undefined && typeof file !== 'string') return file
  }
  if (fault) throw new CommandFault(`No export was made, for resume ${resume.id} cannot be reached: ${fault.message}`)
  return undefined
}
