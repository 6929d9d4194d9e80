import type { Kysely } from 'kysely'
import { ADMIN_API } from '../../../contract/admin-paths.ts'
import { newSettingsSchema, storedSettingsSchema } from '../../../contract/settings.ts'
import type { Clock } from '../../platform/clock.ts'
import { notifyProcesses } from '../../platform/database/notifications.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/feature.ts'
import { changedMeanwhile } from '../../platform/http/request-error.ts'
import { type Sessions, signedIn } from '../accounts/sessions.ts'
import { recordAction } from '../audit/audit-queries.ts'
import { readSettings, SETTINGS_CHANGED, saveSettings } from './settings-queries.ts'

type Dependencies = {
  db: Kysely<Tables>
  sessions: Sessions
  clock: Clock
  /** Called once new settings are committed; other processes get {@link SETTINGS_CHANGED}. */
  onSaved: () => void
}

/** What owners set for the whole site. */
export function settingsRoutes(app: WellheadApp, { db, sessions, clock, onSaved }: Dependencies): void {
  const tags = ['settings']
  const response = { 200: storedSettingsSchema, ...errorResponses }

  app.get(ADMIN_API.settings, sessions.guarded({ tags, response }), () => readSettings(db))

  app.put(ADMIN_API.settings, sessions.guarded({ tags, body: newSettingsSchema, response }), async (request) => {
    const by = signedIn(request)
    const { settings, version: readVersion } = request.body
    const saved = await db.transaction().execute(async (trx) => {
      const version = await saveSettings(trx, settings, readVersion)
      if (version === undefined) throw changedMeanwhile(await readSettings(trx))
      await recordAction(trx, {
        by,
        now: clock(),
        id: by.id,
        subject: 'account',
        event: { action: 'settings_changed' },
      })
      await notifyProcesses(trx, SETTINGS_CHANGED)
      return { settings, version }
    })
    onSaved()
    return saved
  })
}
