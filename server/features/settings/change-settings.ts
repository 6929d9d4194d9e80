import type { Kysely } from 'kysely'
import type { ChangedSettings } from '../../../contract/site/settings.ts'
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
 * Stores some of the settings, and records that they were changed. A repeated change finds nothing to do, and succeeds.
 * @param version the version that the admin has read; null when none was stored
 * @returns all settings
 * @throws {RequestError} `changed_meanwhile` when another version is stored
 */
export async function changeSettings(
  { db, onSaved }: SettingsContext,
  { by, now }: Omit<Action, 'id'>,
  { settings, version }: ChangedSettings,
): Promise<StoredSettings> {
  const stored = await db.transaction().execute(async (trx) => {
    const outcome = await saveSettings(trx, settings, version)
    const after = await readSettings(trx)
    if (outcome === 'outdated') throw changedMeanwhile(after)
    if (outcome === 'unchanged') return after
    await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action: 'settings_changed' } })
    await notifyProcesses(trx, SETTINGS_CHANGED)
    return after
  })
  onSaved()
  return stored
}
