import type { Transaction } from 'kysely'
import {
  type ChangedSettings,
  DEFAULT_SETTINGS,
  type Settings,
  settingsSchema,
} from '../../../contract/site/settings.ts'
import { acquireLock } from '../../platform/database/row-locks.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { changeStoredFields, readStoredFields, type SaveOutcome } from '../../platform/stored-fields.ts'

/** The settings as they apply, and the version of the stored ones; null while all are defaults. */
export type StoredSettings = { settings: Settings; version: number | null }

/** Topic of the notification that the settings have changed. */
export const SETTINGS_CHANGED = 'settings-changed'

/**
 * Reads the settings. One that is not stored, or that this version of the program cannot read, has its default.
 * @param onUnreadable is told which cannot be read
 */
export async function readSettings(db: Db, onUnreadable?: (fields: string[]) => void): Promise<StoredSettings> {
  const row = await findRow(db)
  const { value, unreadable } = readStoredFields(settingsSchema, DEFAULT_SETTINGS, row?.settings)
  if (unreadable.length > 0) onUnreadable?.(unreadable)
  return { settings: value, version: row?.version ?? null }
}

/**
 * Stores some of the settings; the others stay as stored, also those that this version of the program cannot read.
 * @param readVersion the version that the admin has seen
 * @returns `unchanged` when they are stored already, `outdated` when another request has stored others since
 */
export async function saveSettings(
  trx: Transaction<Tables>,
  changes: ChangedSettings['settings'],
  readVersion: number | null,
): Promise<SaveOutcome> {
  // A repeated change finds the first one done, also where both have come at once.
  await acquireLock(trx, 'settings')
  const row = await findRow(trx)
  const settings = changeStoredFields(row?.settings, changes)
  if (settings === (row?.settings ?? '{}')) return 'unchanged'
  if ((row?.version ?? null) !== readVersion) return 'outdated'
  await trx
    .insertInto('settings')
    .values({ id: 1, settings })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((update) => ({ settings, version: update('settings.version', '+', 1) })),
    )
    .execute()
  return 'saved'
}

function findRow(db: Db) {
  return db.selectFrom('settings').select(['settings', 'version']).executeTakeFirst()
}
