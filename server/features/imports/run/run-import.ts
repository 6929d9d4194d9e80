import type { Transaction } from 'kysely'
import { IMPORT } from '../../../../contract/imports/import-limits.ts'
import type { ImportRow, Tables } from '../../../platform/database/tables.ts'
import { StoreFault } from '../../../platform/file-stores/file-store.ts'
import { scheduleTask } from '../../../platform/outbox/outbox-queries.ts'
import { handleTask, type TaskHandler } from '../../../platform/outbox/task-kinds.ts'
import { createYielder } from '../../../platform/yielding.ts'
import type { Services } from '../../feature.ts'
import { importFolder } from '../files/import-folder.ts'
import { fileFinder } from '../files/match-files.ts'
import { openArchive } from '../files/read-archive.ts'
import { type Importing, importBatch } from './import-batch.ts'
import { runImportTask } from './import-tasks.ts'

const DAY_MS = 24 * 60 * 60 * 1000

/** Handles imports. One that is killed goes on with the rows that wait. */
export function runImportHandler(services: Omit<Services, 'outbox'>): TaskHandler {
  const importing = {
    ...services,
    answerWithinDays: async () => (await services.published.current()).promise.answerWithinDays,
  }
  return handleTask(
    runImportTask,
    ({ importId }, { letOthersRun }) => {
      // It takes minutes: other tasks run beside it.
      letOthersRun()
      return runImport(importing, importId)
    },
    { atOnce: 1, waitingAtOnce: 1 },
  )
}

/** Begins an import that was prepared, in the transaction of whoever asks for it. */
export async function scheduleImport(trx: Transaction<Tables>, importId: number, now: Date): Promise<void> {
  await trx.updateTable('imports').set({ state: 'running' }).where('id', '=', importId).execute()
  await scheduleTask(trx, runImportTask({ importId }), now)
}

/**
 * Imports all rows that wait, batch by batch. It can be killed at any point, and be begun twice: a row becomes an application in the
 * transaction that says so.
 */
async function runImport(importing: Importing, importId: number): Promise<void> {
  const { db, config } = importing
  const stored = await db.selectFrom('imports').selectAll().where('id', '=', importId).executeTakeFirst()
  // It was deleted, or another task has ended it.
  if (stored?.state !== 'running') return
  using archive = stored.files_file === null ? null : await openStored(config.dataDir, stored.files_file)
  const find = fileFinder(archive?.files ?? [])
  const batch = { importing, stored, find: archive ? find : null }
  const yielder = createYielder()
  while (await importBatch(batch)) if (yielder.isDue()) await yielder.yieldToOthers()
  await endImport(importing, stored)
}

async function openStored(dataDir: string, name: string) {
  const folder = importFolder(dataDir)
  if (await folder.has(name)) return openArchive(folder.pathOf(name))
  throw new StoreFault(
    'The archive of files is on another machine, which goes on with it, or it is gone. Undo the import if it does not go on.',
    { isPermanent: false },
  )
}

async function endImport({ db, clock, config }: Importing, { id, files_file, table_file }: ImportRow): Promise<void> {
  const now = clock()
  await db
    .updateTable('imports')
    .set({
      ...{ state: 'done', ended_at: now.toISOString(), files_file: null, table_file: null },
      undo_until: new Date(now.getTime() + IMPORT.undoDays * DAY_MS).toISOString(),
    })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .execute()
  const folder = importFolder(config.dataDir)
  for (const name of [files_file, table_file]) if (name !== null) await folder.remove(name)
}
