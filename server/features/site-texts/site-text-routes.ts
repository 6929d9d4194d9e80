import type { Kysely } from 'kysely'
import { ADMIN_API } from '../../../contract/admin-paths.ts'
import type { Company } from '../../../contract/company.ts'
import { newSiteTextsSchema, storedSiteTextsSchema } from '../../../contract/site-texts.ts'
import type { Clock } from '../../platform/clock.ts'
import { notifyProcesses } from '../../platform/database/notifications.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/feature.ts'
import { changedMeanwhile } from '../../platform/http/request-error.ts'
import { type Sessions, signedIn } from '../accounts/sessions.ts'
import { recordAction } from '../audit/audit-queries.ts'
import { builtInTexts } from './built-in-texts.ts'
import { readSiteTexts, SITE_TEXTS_CHANGED, saveSiteTexts } from './site-text-queries.ts'

type Dependencies = {
  db: Kysely<Tables>
  sessions: Sessions
  clock: Clock
  company: Company
  /** Called once new texts are committed; other processes get {@link SITE_TEXTS_CHANGED}. */
  onSaved: () => void
}

/** Texts of the site that owners edit (`docs/decisions/0075`). */
export function siteTextRoutes(app: WellheadApp, { db, sessions, clock, company, onSaved }: Dependencies): void {
  const tags = ['settings']
  const response = { 200: storedSiteTextsSchema, ...errorResponses }
  const builtIn = builtInTexts(company)

  app.get(ADMIN_API.siteTexts, sessions.guarded({ tags, response }), async () => ({
    ...(await readSiteTexts(db)),
    builtIn,
  }))

  app.put(ADMIN_API.siteTexts, sessions.guarded({ tags, body: newSiteTextsSchema, response }), async (request) => {
    const by = signedIn(request)
    const { texts, version: readVersion } = request.body
    const saved = await db.transaction().execute(async (trx) => {
      const version = await saveSiteTexts(trx, texts, readVersion)
      if (version === undefined) throw changedMeanwhile({ ...(await readSiteTexts(trx)), builtIn })
      await recordAction(trx, {
        by,
        now: clock(),
        id: by.id,
        subject: 'account',
        event: { action: 'site_texts_changed' },
      })
      await notifyProcesses(trx, SITE_TEXTS_CHANGED)
      return { texts, version, builtIn }
    })
    onSaved()
    return saved
  })
}
