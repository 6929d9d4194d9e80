import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { chmod, copyFile, readdir, stat } from 'node:fs/promises'
import { basename, join, relative, resolve } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Kysely } from 'kysely'
import { ZipFile } from 'yazl'
import { IMPORT_PRESET_NAMES, type ImportPreset } from '../../contract/imports/import-presets.ts'
import { importFolder } from '../features/imports/files/import-folder.ts'
import { openArchive } from '../features/imports/files/read-archive.ts'
import { deleteDraft, makeDraft, startImport } from '../features/imports/run/draft-import.ts'
import { findImport } from '../features/imports/run/import-queries.ts'
import { planImport, planRows } from '../features/imports/run/plan-import.ts'
import { readImport } from '../features/imports/run/stage-import.ts'
import type { Tables } from '../platform/database/tables.ts'
import { RequestError } from '../platform/http/request-error.ts'
import { CommandFault } from '../platform/operator-faults.ts'
import { counted } from './backup/backup-messages.ts'
import { openStopped } from './open-stopped.ts'
import { type Command, printable, say, warn } from './run-command.ts'

const OPTIONS = ['', ' --files PATH', ' --preset NAME', ' --files PATH --preset NAME']

/** The ways to type it. */
export const TABLE_USAGES = OPTIONS.flatMap((options) =>
  ['', ' --dry-run'].map((last) => `npm run import -- --csv FILE${options}${last}`),
)

/** Problems that the terminal shows; the page of the import has all. */
const SHOWN_PROBLEMS = 20

/**
 * Prepares a table of another system with its files, a ZIP archive or a folder, while no server runs. The next server imports it. With
 * `--dry-run` nothing stays.
 */
export async function importTable(command: Command): Promise<number> {
  const { dataDir, args, timeZone } = command
  const optionValue = (option: string) => (args.includes(option) ? args[args.indexOf(option) + 1] : undefined)
  const table = resolve(optionValue('--csv') ?? '')
  const files = optionValue('--files')
  const preset = readPreset(optionValue('--preset'))
  for (const path of [table, files])
    if (path !== undefined && !existsSync(path)) throw new CommandFault(`There is no ${printable(path)}.`)
  await using opened = new AsyncDisposableStack()
  const db = await openStopped(command, opened)
  const now = new Date()
  const services = { db, config: { dataDir } }
  const id = await makeDraft(services, { by: null, now, name: basename(table), preset })
  try {
    await putFiles(services, { id, table, files: files === undefined ? undefined : resolve(files) })
    await readImport(services, id, files === undefined ? null : basename(files))
    await sayPlan(db, { id, dataDir, timeZone, now })
  } catch (error) {
    await deleteDraft(services, id)
    throw error instanceof RequestError ? new CommandFault(error.message) : error
  }
  if (args.includes('--dry-run')) {
    await deleteDraft(services, id)
    say('Nothing was imported: this was a dry run.')
    return 0
  }
  await startImport(db, id, { by: null, now })
  say('The import begins when the server starts. See Import in the admin area; there it can be undone too.')
  return 0
}

function readPreset(name: string | undefined): ImportPreset | null {
  if (name === undefined) return null
  const preset = IMPORT_PRESET_NAMES.find((each) => each === name)
  if (preset) return preset
  throw new CommandFault(`There is no preset ${printable(name)}. There are: ${IMPORT_PRESET_NAMES.join(', ')}.`)
}

async function putFiles(
  { db, config }: { db: Kysely<Tables>; config: { dataDir: string } },
  { id, table, files }: { id: number; table: string; files: string | undefined },
): Promise<void> {
  const folder = importFolder(config.dataDir)
  const { table_file } = await findImport(db, id)
  await copyPrivately(table, folder.pathOf(table_file ?? ''))
  if (files === undefined) return
  const name = await folder.newName()
  await db.updateTable('imports').set({ files_file: name }).where('id', '=', id).execute()
  if ((await stat(files)).isDirectory()) await packFolder(files, folder.pathOf(name))
  else await copyPrivately(files, folder.pathOf(name))
}

async function copyPrivately(from: string, to: string): Promise<void> {
  await copyFile(from, to)
  await chmod(to, 0o600)
}

/** Packs the files of a folder, as they are, into an archive. Links are left out: they may lead out of it. */
async function packFolder(folder: string, path: string): Promise<void> {
  const zip = new ZipFile()
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    const file = join(entry.parentPath, entry.name)
    zip.addReadStreamLazy(relative(folder, file), { compress: false }, (callback) =>
      callback(null, createReadStream(file)),
    )
  }
  zip.end()
  await pipeline(zip.outputStream, createWriteStream(path, { mode: 0o600 }))
}

async function sayPlan(
  db: Kysely<Tables>,
  { id, dataDir, timeZone, now }: { id: number; dataDir: string; timeZone: string; now: Date },
): Promise<void> {
  const stored = await findImport(db, id)
  using archive = stored.files_file === null ? null : await openArchive(importFolder(dataDir).pathOf(stored.files_file))
  const planning = { db, timeZone, now, archive }
  const { creates, duplicates, fails, withFile, unusedFiles } = await planImport(stored, planning)
  say(`${counted(creates, 'application')} will be made, ${withFile} with a file; ${duplicates} are here already.`)
  if (unusedFiles > 0) say(`${counted(unusedFiles, 'file')} of the archive belong to no row.`)
  if (fails > 0) warn(`${counted(fails, 'row')} cannot be imported.`)
  let shown = 0
  for await (const { line, problems } of planRows(stored, planning))
    for (const { column, value, message } of problems) {
      if (shown >= SHOWN_PROBLEMS) return
      const place = [`line ${line}`, column, value].filter((part) => part !== '')
      warn(`- ${printable(place.join(', '))}: ${printable(message)}`)
      shown += 1
    }
}
