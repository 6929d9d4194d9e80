import type { Kysely } from 'kysely'
import { IMPORT } from '../../../../contract/imports/import-limits.ts'
import type { ImportPreset } from '../../../../contract/imports/import-presets.ts'
import { countRows } from '../../../platform/database/count-rows.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { RequestError } from '../../../platform/http/request-error.ts'
import { type Actor, recordAction, shownName } from '../../audit/audit-queries.ts'
import type { Services } from '../../feature.ts'
import { importFolder } from '../files/import-folder.ts'
import { refused } from '../plan/read-csv.ts'
import { findDraft } from './import-queries.ts'
import { scheduleImport } from './run-import.ts'

/** Makes an import whose files are yet to come. @param draft.by null for the operator */
export async function makeDraft(
  { db, config }: { db: Kysely<Tables>; config: { dataDir: string } },
  { by, now, name, preset }: { by: Actor | null; now: Date; name: string; preset: ImportPreset | null },
): Promise<number> {
  if ((await countRows(db.selectFrom('imports').where('state', '=', 'draft'))) >= IMPORT.most)
    throw refused(`There are ${IMPORT.most} imports that were not begun. Delete some of them first.`)
  const draft = {
    ...{ name, preset, state: 'draft' as const, created_at: now.toISOString() },
    ...{ account_id: by?.id ?? null, username: by && shownName(by) },
    ...{ table_file: await importFolder(config.dataDir).newName(), files_file: null },
  }
  const { id } = await db.insertInto('imports').values(draft).returning('id').executeTakeFirstOrThrow()
  return id
}

/** Adds a piece to a file of a draft. @returns bytes of the file @throws {RequestError} `too_large`, `changed_meanwhile` */
export async function writePiece(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { id, part, piece, offset }: { id: number; part: 'table' | 'files'; piece: Uint8Array; offset: number },
): Promise<number> {
  const draft = await findDraft(db, id)
  const most = part === 'table' ? IMPORT.tableBytes : IMPORT.filesBytes
  if (offset + piece.length > most)
    throw new RequestError(
      'too_large',
      part === 'table'
        ? 'The table is larger than 100 MB. Split it into several imports.'
        : 'The archive of files is larger than 20 GB. Split it into several imports.',
    )
  const folder = importFolder(config.dataDir)
  let name = part === 'table' ? draft.table_file : draft.files_file
  if (name === null) {
    name = await folder.newName()
    await db
      .updateTable('imports')
      .set({ files_file: name })
      .where('id', '=', id)
      .where('state', '=', 'draft')
      .execute()
  }
  return folder.write(name, piece, offset)
}

/** Begins an import. @throws {RequestError} `invalid_request` before its table was read, `changed_meanwhile` */
export async function startImport(
  db: Kysely<Tables>,
  id: number,
  { by, now }: { by: Actor | null; now: Date },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const draft = await findDraft(trx, id)
    if (draft.options === null) throw refused('The table of this import was not read yet.')
    await scheduleImport(trx, id, now)
    const event = { action: 'import_started', name: draft.name } as const
    if (by) await recordAction(trx, { by, now, id: by.id, subject: 'account', event })
  })
}

/** Deletes a draft with its files. A repeated deletion succeeds. */
export async function deleteDraft(
  { db, config }: { db: Kysely<Tables>; config: { dataDir: string } },
  id: number,
): Promise<void> {
  const draft = await db
    .deleteFrom('imports')
    .where('id', '=', id)
    .where('state', '=', 'draft')
    .returning(['table_file', 'files_file'])
    .executeTakeFirst()
  const folder = importFolder(config.dataDir)
  for (const name of [draft?.table_file, draft?.files_file]) if (name) await folder.remove(name)
}
