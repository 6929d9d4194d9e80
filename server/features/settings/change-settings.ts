import type { Kysely } from 'kysely'
import { notifyProcesses } from '../../platform/database/notifications.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { changedMeanwhile } from '../../platform/http/request-error.ts'
import { type Action, recordAction } from '../audit/audit-queries.ts'
import { readSettings, SETTINGS_CHANGED, type StoredSettings, saveSettings } from './settings-queries.ts'

/** What a change of settings needs. */
export type SettingsContext = {
  db: Kysely<Tables>
  /** Called once the change is committed; other processes get {@link SETTINGS_CHANGED}. */
  onSaved: () => void
}

/**
 * Stores the settings, and records that they were changed.
 * @param version the version that the admin has read; null when none was stored
 * @throws {RequestError} `changed_meanwhile` when another version is stored
 */
export async function changeSettings(
  { db, onSaved }: SettingsContext,
  { by, now }: Omit<Action, 'id'>,
  { settings, version }: StoredSettings,
): Promise<StoredSettings> {
  const saved = await db.transaction().execute(async (trx) => {
    const newVersion = await saveSettings(trx, settings, version)
    if (newVersion === undefined) throw changedMeanwhile(await readSettings(trx))
    await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action: 'settings_changed' } })
    await notifyProcesses(trx, SETTINGS_CHANGED)
    return { settings, version: newVersion }
  })
  onSaved()
  return saved
}
