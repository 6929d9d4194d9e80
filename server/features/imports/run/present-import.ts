import { Readable } from 'node:stream'
import type { Import } from '../../../../contract/imports/imports.ts'
import { csvLine } from '../../../../contract/wire/escape-text.ts'
import { UTF8_MARK } from '../../../platform/csv-lines.ts'
import { countRows } from '../../../platform/database/count-rows.ts'
import type { Db, ImportRow } from '../../../platform/database/tables.ts'
import { parseJson } from '../../../platform/parse-json.ts'
import type { Services } from '../../feature.ts'
import { importFolder } from '../files/import-folder.ts'
import { openArchive } from '../files/read-archive.ts'
import { findImport, headersOf, optionsOf, presentSummary } from './import-queries.ts'
import { runImportTask, undoImportTask } from './import-tasks.ts'
import { planImport, planRows } from './plan-import.ts'

/** Rows that are read together. */
const BATCH = 500

type Presenting = Pick<Services, 'db' | 'clock' | 'config'>

/** An import with all that its page shows; that of a draft is planned anew. */
export async function readImportPage(services: Presenting, id: number): Promise<Import> {
  const { db } = services
  const stored = await findImport(db, id)
  const options = optionsOf(stored)
  const isPlanned = stored.state === 'draft' && options !== null
  return {
    ...presentSummary(stored),
    ...{ headers: headersOf(stored), options },
    files: stored.files_name === null ? null : { name: stored.files_name, count: stored.files_count },
    plan: isPlanned ? await withArchive(services, stored, (planning) => planImport(stored, planning)) : null,
    waitsFor: await findFault(db, stored),
    keptReasons: await countKept(db, id),
  }
}

async function withArchive<Result>(
  { db, clock, config }: Presenting,
  stored: ImportRow,
  work: (planning: Parameters<typeof planRows>[1]) => Promise<Result>,
): Promise<Result> {
  const folder = importFolder(config.dataDir)
  const name = stored.files_name === null ? null : stored.files_file
  const isHere = name !== null && (await folder.has(name))
  using archive = isHere ? await openArchive(folder.pathOf(name)) : null
  return await work({ db, archive, timeZone: config.company.timeZone, now: clock() })
}

async function findFault(db: Db, { id, state }: ImportRow): Promise<string | null> {
  if (state !== 'running' && state !== 'undoing') return null
  const { kind } = state === 'running' ? runImportTask : undoImportTask
  const tasks = db.selectFrom('outbox_tasks').select(['kind', 'payload', 'last_error']).where('kind', '=', kind)
  const rows = await tasks.where('last_error', 'is not', null).orderBy('id').execute()
  const own = rows.find((row) => (runImportTask.read(row) ?? undoImportTask.read(row))?.importId === id)
  return own?.last_error ?? null
}

async function countKept(db: Db, id: number): Promise<Import['keptReasons']> {
  const rows = await db
    .selectFrom('import_rows')
    .select(({ fn }) => ['problems', fn.countAll<number>().as('count')])
    .where('import_id', '=', id)
    .where('state', '=', 'kept')
    .groupBy('problems')
    .orderBy('problems')
    .execute()
  const reasons = rows.map(({ problems, count }) => {
    const [first] = parseJson(problems) as { message: string }[]
    return { reason: first?.message ?? 'Kept.', count: Number(count) }
  })
  const updated = await countRows(
    db.selectFrom('import_rows').where('import_id', '=', id).where('state', '=', 'updated'),
  )
  const { state } = await findImport(db, id)
  if (updated > 0 && (state === 'undone' || state === 'undoing'))
    reasons.push({ reason: 'It was here before. What the import filled in stays.', count: updated })
  return reasons
}

/**
 * What is wrong with the rows of an import, as CSV: each problem with line, column and value. Before the run it is what would be; after
 * it, what was.
 */
export function problemsCsv(services: Presenting, stored: ImportRow): Readable {
  return Readable.from(csvOf(services, stored), { highWaterMark: 1 })
}

async function* csvOf(services: Presenting, stored: ImportRow): AsyncGenerator<string> {
  yield UTF8_MARK + csvLine(['Line', 'What happens', 'Column', 'Value', 'Problem'])
  if (stored.state === 'draft') yield* await plannedProblems(services, stored)
  else yield* storedProblems(services.db, stored.id)
}

/** In pieces, since the archive is closed once they are made. */
function plannedProblems(services: Presenting, stored: ImportRow): Promise<string[]> {
  return withArchive(services, stored, async (planning) => {
    const lines: string[] = []
    for await (const { line, outcome, problems } of planRows(stored, planning))
      for (const { column, value, message } of problems)
        lines.push(csvLine([line, outcome === 'fail' ? 'not imported' : 'imported', column, value, message]))
    return lines
  })
}

async function* storedProblems(db: Db, id: number): AsyncGenerator<string> {
  for (let after: number | undefined = 0; after !== undefined; ) {
    const rows = await db
      .selectFrom('import_rows')
      .select(['number', 'line', 'state', 'problems'])
      .where('import_id', '=', id)
      .where('number', '>', after)
      .orderBy('number')
      .limit(BATCH)
      .execute()
    for (const { line, state, problems } of rows)
      for (const { column, value, message } of parseJson(problems) as Record<'column' | 'value' | 'message', string>[])
        yield csvLine([line, WHAT_HAPPENED[state] ?? state, column, value, message])
    after = rows[BATCH - 1]?.number
  }
}

const WHAT_HAPPENED: Record<string, string> = {
  created: 'imported',
  updated: 'filled in',
  skipped: 'here already',
  failed: 'not imported',
  kept: 'not removed',
}
