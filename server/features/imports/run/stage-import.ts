import type { Kysely } from 'kysely'
import type { ImportField } from '../../../../contract/imports/import-fields.ts'
import type { ImportPreset } from '../../../../contract/imports/import-presets.ts'
import type { ImportOptions } from '../../../../contract/imports/imports.ts'
import { emailKeyOf, emailSchema } from '../../../../contract/wire/email-address.ts'
import type { Db, Tables } from '../../../platform/database/tables.ts'
import { createYielder } from '../../../platform/yielding.ts'
import { type ImportFolder, importFolder } from '../files/import-folder.ts'
import { openArchive } from '../files/read-archive.ts'
import { readJsonResumes, tableKind } from '../files/read-json-resume.ts'
import { type DistinctTexts, gatherTexts, guessColumns, guessOptions, guessPreset } from '../plan/guess-import.ts'
import { type KnownJobs, knownJobs } from '../plan/known-jobs.ts'
import { readCsv, refused, type TableRow } from '../plan/read-csv.ts'
import { findDraft, headersOf, insertRows, listRows, optionsOf } from './import-queries.ts'

/** Rows that one transaction stores. */
const BATCH = 500

/** Reads a table of any kind row by row, the headers first. */
async function* readTable(path: string): AsyncGenerator<TableRow> {
  const kind = await tableKind(path)
  yield* kind === 'csv' ? readCsv(path) : readJsonResumes(path, kind)
}

/** The postings by what a table calls them. */
async function listKnownJobs(db: Db): Promise<KnownJobs> {
  return knownJobs(await db.selectFrom('jobs').select(['id', 'title', 'internal_job_code', 'is_active']).execute())
}

/**
 * Reads the table and the archive of a draft that were sent, stores its rows, and guesses what becomes of its columns. Read again, it
 * begins anew.
 * @throws {RequestError} `invalid_request` where they are no such files
 */
export async function readImport(
  { db, config }: { db: Kysely<Tables>; config: { dataDir: string } },
  id: number,
  filesName: string | null,
): Promise<void> {
  const draft = await findDraft(db, id)
  const folder = importFolder(config.dataDir)
  const files_count = filesName === null ? 0 : await countFiles(folder, draft.files_file)
  await db.deleteFrom('import_rows').where('import_id', '=', id).execute()
  const { headers, preset, options, rows } = await stageRows(db, {
    ...{ id, preset: draft.preset },
    path: folder.pathOf(draft.table_file ?? ''),
  })
  await db
    .updateTable('imports')
    .set({
      ...{ headers: JSON.stringify(headers), preset, options: JSON.stringify(options), row_count: rows },
      ...{ files_name: filesName, files_count },
    })
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .execute()
}

async function countFiles(folder: ImportFolder, name: string | null): Promise<number> {
  if (name === null || !(await folder.has(name))) throw refused('The archive of files did not arrive. Choose it again.')
  using archive = await openArchive(folder.pathOf(name))
  return archive.files.length
}

async function stageRows(
  db: Kysely<Tables>,
  { id, preset: chosen, path }: { id: number; preset: ImportPreset | null; path: string },
): Promise<{ headers: string[]; preset: ImportPreset | null; options: ImportOptions; rows: number }> {
  const table = readTable(path)
  const first = await table.next()
  if (first.done) throw refused('The table is empty. Its first row has to name the columns.')
  const headers = first.value.cells.map((header) => header.trim().slice(0, 200))
  const preset = chosen ?? guessPreset(headers)
  const columns = guessColumns(headers, preset)
  const gathered = gatherTexts(columns)
  const email = columns.indexOf('email')
  let number = 0
  let batch: Parameters<typeof insertRows>[2][number][] = []
  const store = async () => {
    await db.transaction().execute((trx) => insertRows(trx, id, batch))
    batch = []
  }
  for await (const { line, cells } of table) {
    number += 1
    gathered.add(cells)
    const address = emailSchema.safeParse(cells[email] ?? '')
    batch.push({ number, line, cells, emailKey: address.success ? emailKeyOf(address.data) : null })
    if (batch.length === BATCH) await store()
  }
  await store()
  if (number === 0) throw refused('The table has no row below its headers.')
  return {
    ...{ headers, preset, rows: number },
    options: guessOptions(preset, columns, gathered.texts(), await listKnownJobs(db)),
  }
}

/**
 * Stores what an owner has chosen for a draft. Statuses and positions of columns that are mapped only now are guessed.
 * @throws {RequestError} `invalid_request`, `changed_meanwhile`
 */
export async function saveOptions(db: Kysely<Tables>, id: number, chosen: ImportOptions): Promise<void> {
  const draft = await findDraft(db, id)
  const before = optionsOf(draft)
  if (!before || chosen.columns.length !== headersOf(draft).length)
    throw refused('These are not the columns of this table.')
  const known = await listKnownJobs(db)
  const ids = new Set(known.values())
  if (chosen.jobs.some(({ jobId }) => jobId !== null && !ids.has(jobId)))
    throw refused('One of these postings no longer exists. Load the page again.')
  const isMoved = (['status', 'job', 'appliedAt'] as const).some(
    (field) => before.columns.indexOf(field) !== chosen.columns.indexOf(field),
  )
  const options = isMoved ? await guessAgain(db, id, chosen, { preset: draft.preset, known }) : chosen
  await db
    .updateTable('imports')
    .set({ options: JSON.stringify(options) })
    .where('id', '=', id)
    .execute()
}

async function guessAgain(
  db: Kysely<Tables>,
  id: number,
  chosen: ImportOptions,
  { preset, known }: { preset: ImportPreset | null; known: KnownJobs },
): Promise<ImportOptions> {
  const guessed = guessOptions(preset, chosen.columns, await gatherAll(db, id, chosen.columns), known)
  const states = new Map(chosen.statuses.map(({ text, state }) => [text, state]))
  const jobs = new Map(chosen.jobs.map(({ text, jobId }) => [text, jobId]))
  return {
    ...guessed,
    statuses: guessed.statuses.map(({ text, state }) => ({ text, state: states.get(text) ?? state })),
    jobs: guessed.jobs.map(({ text, jobId }) => ({ text, jobId: jobs.has(text) ? (jobs.get(text) ?? null) : jobId })),
    duplicates: chosen.duplicates,
  }
}

async function gatherAll(db: Kysely<Tables>, id: number, columns: (ImportField | null)[]): Promise<DistinctTexts> {
  const gathered = gatherTexts(columns)
  const yielder = createYielder()
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows = await listRows(db, id, { after, limit: BATCH })
    for (const { cells } of rows) gathered.add(cells)
    after = rows[BATCH - 1]?.number
    if (yielder.isDue()) await yielder.yieldToOthers()
  }
  return gathered.texts()
}
