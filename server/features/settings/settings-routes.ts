import { changedSettingsSchema, storedSettingsSchema } from '../../../contract/site/settings.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { Clock } from '../../platform/clock.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/feature.ts'
import { type Sessions, signedIn } from '../accounts/sessions.ts'
import { changeSettings, type SettingsContext } from './change-settings.ts'
import { readSettings } from './settings-queries.ts'

type Dependencies = SettingsContext & { sessions: Sessions; clock: Clock }

/** What owners set for the whole site. */
export function settingsRoutes(app: WellheadApp, { sessions, clock, ...context }: Dependencies): void {
  const tags = ['settings']
  const response = { 200: storedSettingsSchema, ...errorResponses }

  app.get(ADMIN_API.settings, sessions.guarded({ tags, response }), () => readSettings(context.db))

  app.patch(ADMIN_API.settings, sessions.guarded({ tags, body: changedSettingsSchema, response }), (request) =>
    changeSettings(context, { by: signedIn(request), now: clock() }, request.body),
  )
}
