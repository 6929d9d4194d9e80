import type { Kysely } from 'kysely'
import { IMPORT } from '../../../../contract/imports/import-limits.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import type { TimedWork } from '../../../platform/every.ts'
import type { Services } from '../../feature.ts'
import { importFolder } from '../files/import-folder.ts'

const HOUR_MS = 60 * 60 * 1000

/** Ends imports whose time is over every hour: their rows go, and drafts and files that belong to nothing. */
export function finishingImports({ db, clock, config }: Services): TimedWork {
  return {
    ...{ name: 'finish-imports', everyMs: HOUR_MS, isDueAtStart: true, faultLevel: 'error' },
    run: async () => {
      const now = clock()
      const over = db.selectFrom('imports').select('id').where('state', 'in', ['done', 'undone'])
      for (const { id } of await over.where('undo_until', '<', now.toISOString()).execute()) await finishImport(db, id)
      const since = new Date(now.getTime() - IMPORT.draftHours * HOUR_MS)
      await db
        .deleteFrom('imports')
        .where('state', '=', 'draft')
        .where('created_at', '<', since.toISOString())
        .execute()
      await removeUnnamed(db, importFolder(config.dataDir), since)
    },
  }
}

/** Ends an import: it can no longer be undone, and nothing of its rows is kept. */
export async function finishImport(db: Kysely<Tables>, id: number): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const ended = await trx
      .updateTable('imports')
      .set({ state: 'finished', undo_until: null })
      .where('id', '=', id)
      .where('state', 'in', ['done', 'undone'])
      .executeTakeFirst()
    if (ended.numUpdatedRows > 0n) await trx.deleteFrom('import_rows').where('import_id', '=', id).execute()
  })
}

async function removeUnnamed(db: Kysely<Tables>, folder: ReturnType<typeof importFolder>, since: Date): Promise<void> {
  const names = await folder.listBefore(since)
  if (names.length === 0) return
  const rows = await db.selectFrom('imports').select(['table_file', 'files_file']).execute()
  const named = new Set(rows.flatMap(({ table_file, files_file }) => [table_file, files_file]))
  for (const name of names) if (!named.has(name)) await folder.remove(name)
}
