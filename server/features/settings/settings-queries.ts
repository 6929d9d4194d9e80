import type { Transaction } from 'kysely'
import { type Settings, settingsSchema } from '../../../contract/settings.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { readStoredFields } from '../../platform/read-stored-fields.ts'

/** The settings as they apply, and the version of the stored ones; null while all are defaults. */
export type StoredSettings = { settings: Settings; version: number | null }

/** Topic of the notification that the settings have changed. */
export const SETTINGS_CHANGED = 'settings-changed'

/**
 * Reads the settings. One that is not stored, or that this version of the program cannot read, has its default.
 * @param onUnreadable is told which cannot be read
 */
export async function readSettings(db: Db, onUnreadable?: (fields: string[]) => void): Promise<StoredSettings> {
  const row = await db.selectFrom('settings').select(['settings', 'version']).executeTakeFirst()
  const { value, unreadable } = readStoredFields(settingsSchema, row?.settings)
  if (unreadable.length > 0) onUnreadable?.(unreadable)
  return { settings: value, version: row?.version ?? null }
}

/**
 * Stores the settings.
 * @param readVersion the version that the admin has seen
 * @returns the new version; undefined when another request has stored settings since
 */
export async function saveSettings(
  trx: Transaction<Tables>,
  settings: Settings,
  readVersion: number | null,
): Promise<number | undefined> {
  const value = JSON.stringify(settings)
  if (readVersion === null) {
    const inserted = trx
      .insertInto('settings')
      .values({ id: 1, settings: value })
      .onConflict((conflict) => conflict.doNothing())
      .returning('version')
    return (await inserted.executeTakeFirst())?.version
  }
  const updated = trx
    .updateTable('settings')
    .set((update) => ({ settings: value, version: update('version', '+', 1) }))
    .where('version', '=', readVersion)
    .returning('version')
  return (await updated.executeTakeFirst())?.version
}
