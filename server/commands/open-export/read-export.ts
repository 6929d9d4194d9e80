import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { markInitialised } from '../../features/accounts/account-queries.ts'
import { indexAllApplications } from '../../features/applications/stored/application-search-queries.ts'
import { SCHEMA } from '../../platform/database/migrations/migrations.ts'
import type { Db, ResumeRow, Tables } from '../../platform/database/tables.ts'
import { fileToStore } from '../../platform/file-stores/file-store.ts'
import type { FileStores } from '../../platform/file-stores/file-stores.ts'
import { compareStored } from '../../platform/file-stores/verified-file.ts'
import { CommandFault } from '../../platform/operator-faults.ts'
import { type EndedAccess, endAccess } from '../backup/end-access.ts'
import { holdMail } from '../backup/hold-mail.ts'
import { TABLES_WITH_SEQUENCE } from '../database-copy/copied-tables.ts'
import { setLastId } from '../database-copy/last-ids.ts'
import { inBatches, insertRows, readBatches } from '../database-copy/table-rows.ts'
import { type ExportDescription, readDescription, readLines, readSums } from './export-folder.ts'
import { exportLines, resumePath, storedRow, tablePath } from './export-lines.ts'
import { EXPORTED_TABLES, type ExportedTable } from './exported-tables.ts'

/** What was read back. */
export type ReadExport = {
  description: ExportDescription
  /** Messages that waited to be sent when the export was made. */
  heldMessages: number
  ended: EndedAccess
}

type Reading = {
  /** An empty database with the present schema. */
  db: Kysely<Tables>
  stores: FileStores
  publicUrl: string
  now: Date
  signal: AbortSignal
}

/**
 * Makes an installation from an export: the same rows with the same ids, and the same files. Every file of the export is compared with
 * its checksum first, and the rows are read again afterwards. As after a restore, nothing is mailed.
 * @param folder absolute path
 * @throws {CommandFault} when the export is damaged, or of another version; the database is then empty as before
 */
export async function readExport(folder: string, reading: Reading): Promise<ReadExport> {
  const { db, publicUrl, now, signal } = reading
  const description = await readDescription(folder)
  if (description.schema !== SCHEMA) {
    throw new CommandFault(
      `The export was made by Wellhead ${description.wellhead}, which stores other columns than this version. Import it with that\n` +
        'version, and update then.',
    )
  }
  const sums = await readSums(folder, signal)
  await db.transaction().execute(async (trx) => {
    for (const table of EXPORTED_TABLES) await readTable(trx, table, { folder, sums, signal })
    await storeFiles(trx, new Set(description.missing), { ...reading, folder })
    for (const table of TABLES_WITH_SEQUENCE) {
      const lastId = description.lastIds[table]
      if (lastId !== undefined) await setLastId(trx, table, lastId)
    }
    await indexAllApplications(trx, signal)
    for (const table of EXPORTED_TABLES) await requireSame(trx, table, { description, sums })
    await markInitialised(trx, now)
  })
  const heldMessages = await holdMail(db, now, 'an export')
  const ended = await endAccess(db, { publicUrl, now, event: 'export_imported' })
  return { description, heldMessages, ended }
}

type Folder = { folder: string; sums: ReadonlyMap<string, string>; signal: AbortSignal }

async function readTable(trx: Db, table: ExportedTable, { folder, sums, signal }: Folder): Promise<void> {
  const path = tablePath(table)
  if (!sums.has(path)) throw new CommandFault(`Nothing was imported: the export has no ${path}.`)
  const rows = async function* () {
    for await (const line of readLines(folder, path)) yield storedRow(table, line)
  }
  for await (const batch of inBatches(rows())) {
    signal.throwIfAborted()
    await insertRows(trx, table.name, batch)
  }
}

/** Puts every file into the store that takes new files, and notes where it is. */
async function storeFiles(
  trx: Db,
  missing: ReadonlySet<number>,
  { folder, stores: { primary, local }, now, signal }: Reading & { folder: string },
): Promise<void> {
  const at = now.toISOString()
  for await (const resumes of readBatches(trx, 'resumes')) {
    for (const resume of resumes as unknown as ResumeRow[]) {
      signal.throwIfAborted()
      if (missing.has(resume.id)) continue
      const staged = await local.stage(createReadStream(join(folder, resumePath(resume))))
      const key = await primary.newKey()
      await primary.put(key, fileToStore(staged, { name: resume.original_name, kind: resume.kind }))
      if (!primary.isLocal) await local.discard(staged)
      if ((await compareStored(primary, key, resume)) !== 'stored') {
        throw new CommandFault(`Nothing was imported: ${resumePath(resume)} is not the file that its row describes.`)
      }
      await trx
        .insertInto('resume_replicas')
        .values({ resume_id: resume.id, store: primary.name, key, state: 'stored', changed_at: at })
        .execute()
    }
  }
}

/** Reads a table again as an export would write it. @throws {CommandFault} when it differs */
async function requireSame(
  trx: Db,
  table: ExportedTable,
  { description, sums }: Pick<ReadExport, 'description'> & Pick<Folder, 'sums'>,
): Promise<void> {
  const hash = createHash('sha256')
  for await (const lines of exportLines(trx, table, new Set(description.missing))) hash.update(lines)
  if (hash.digest('hex') === sums.get(tablePath(table))) return
  throw new CommandFault(`Nothing was imported: the database does not store what ${tablePath(table)} has.`)
}
