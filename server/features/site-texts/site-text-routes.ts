import type { Company } from '../../../contract/site/company.ts'
import { changedSiteTextsSchema, storedSiteTextsSchema } from '../../../contract/site/site-texts.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import type { Clock } from '../../platform/clock.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/feature.ts'
import { type Sessions, signedIn } from '../accounts/sessions.ts'
import { builtInTexts } from './built-in-texts.ts'
import { changeSiteTexts, type SiteTextContext } from './change-site-texts.ts'
import { readSiteTexts } from './site-text-queries.ts'

type Dependencies = Omit<SiteTextContext, 'builtIn'> & {
  sessions: Sessions
  clock: Clock
  company: Company
  sendsMail: boolean
}

/** Texts of the site that owners edit (`docs/decisions/0075`). */
export function siteTextRoutes(
  app: WellheadApp,
  { db, onSaved, sessions, clock, company, sendsMail }: Dependencies,
): void {
  const tags = ['settings']
  const response = { 200: storedSiteTextsSchema, ...errorResponses }
  const builtIn = builtInTexts(company, sendsMail)

  app.get(ADMIN_API.siteTexts, sessions.guarded({ tags, response }), async () => ({
    ...(await readSiteTexts(db)),
    builtIn,
  }))

  app.patch(ADMIN_API.siteTexts, sessions.guarded({ tags, body: changedSiteTextsSchema, response }), (request) =>
    changeSiteTexts({ db, builtIn, onSaved }, { by: signedIn(request), now: clock() }, request.body),
  )
}
