import { reachOf } from '../../../contract/policies/policy.ts'
import { SITE } from '../../../contract/policies/site-policy.ts'
import {
  changedSettingsSchema,
  DEFAULT_SETTINGS,
  type Settings,
  storedSettingsSchema,
} from '../../../contract/site/settings.ts'
import { changedSiteTextsSchema, storedSiteTextsSchema } from '../../../contract/site/site-texts.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import type { Account } from '../accounts/account-queries.ts'
import { signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { builtInTexts } from './built-in-texts.ts'
import { changeDocument } from './change-document.ts'
import { readDocument, type StoredDocument } from './document-queries.ts'
import { RETENTION_RULES, SETTINGS, SITE_TEXTS } from './documents.ts'

declare module '../feature.ts' {
  interface Services {
    /** Makes outdated what the settings and texts of the site were read for. Call it once a change of them is committed. */
    onSettingsSaved(): void
  }
}

/** What owners set for the whole site, and its texts that they edit. */
export function settingsRoutes(
  app: WellheadApp,
  { db, sessions, clock, config, mail, onSettingsSaved }: Services,
): void {
  const tags = ['settings']

  const settings = { 200: storedSettingsSchema, ...errorResponses }
  const presentSettings = ({ value, version }: StoredDocument<typeof SETTINGS.schema>) => ({ settings: value, version })

  app.get(
    ADMIN_API.settings,
    sessions.guarded({
      may: SITE.readSettings,
      operationId: 'getSettings',
      summary: 'Read the settings of the site',
      tags,
      response: settings,
    }),
    async (request) => {
      const stored = presentSettings(await readDocument(db, SETTINGS))
      return { ...stored, settings: shownTo(signedIn(request), stored.settings) }
    },
  )

  const settingsChange = {
    may: SITE.changeSettings,
    asksAgain: true,
    operationId: 'changeSettings',
    summary: 'Change the settings of the site',
    tags,
    body: changedSettingsSchema,
    response: settings,
  }
  app.patch(ADMIN_API.settings, sessions.guarded(settingsChange), async (request) => {
    const { settings: changes, version } = request.body
    const action = { by: signedIn(request), now: clock() }
    const stored = await changeDocument(db, SETTINGS, action, { changes, version }, presentSettings)
    onSettingsSaved()
    return stored
  })

  const texts = { 200: storedSiteTextsSchema, ...errorResponses }
  const textsPresenter = async () => {
    const retention = (await readDocument(db, RETENTION_RULES)).value
    const builtIn = builtInTexts(config.company, mail !== null, retention)
    return ({ value, version }: StoredDocument<typeof SITE_TEXTS.schema>) => ({ texts: value, builtIn, version })
  }

  app.get(
    ADMIN_API.siteTexts,
    sessions.guarded({
      may: SITE.readSettings,
      operationId: 'getSiteTexts',
      summary: 'Read the texts of the site that owners edit',
      tags,
      response: texts,
    }),
    async () => (await textsPresenter())(await readDocument(db, SITE_TEXTS)),
  )

  const textsChange = {
    may: SITE.changeSettings,
    asksAgain: true,
    operationId: 'changeSiteTexts',
    summary: 'Change the texts of the site',
    tags,
    body: changedSiteTextsSchema,
    response: texts,
  }
  app.patch(ADMIN_API.siteTexts, sessions.guarded(textsChange), async (request) => {
    const { texts: changes, version } = request.body
    const action = { by: signedIn(request), now: clock() }
    const stored = await changeDocument(db, SITE_TEXTS, action, { changes, version }, await textsPresenter())
    onSettingsSaved()
    return stored
  })
}

/** What an account reads of the settings: questions are saved from postings, also from those that a hiring manager does not have. */
function shownTo({ role }: Account, settings: Settings): Settings {
  if (reachOf(role, SITE.changeSettings) === 'all') return settings
  return { ...settings, savedQuestions: DEFAULT_SETTINGS.savedQuestions }
}
