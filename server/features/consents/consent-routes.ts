import {
  consentOfApplicationSchema,
  consentTextsSchema,
  newConsentTextSchema,
} from '../../../contract/personal-data/consents.ts'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { PERSONAL_DATA } from '../../../contract/policies/personal-data-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { signedIn } from '../accounts/sessions.ts'
import { applicationGone, findApplication } from '../applications/stored/application-queries.ts'
import type { Services } from '../feature.ts'
import { findConsent } from './consent-queries.ts'
import { listConsentTexts, saveConsentText } from './consent-texts.ts'

/** What applicants agree to who stay on file, and who has (`docs/decisions/0155-consent-to-stay-on-file.md`). */
export function consentRoutes(app: WellheadApp, services: Services): void {
  const { db, sessions, clock } = services
  const texts = { 200: consentTextsSchema, ...errorResponses }
  const tags = ['personal-data']

  app.get(
    ADMIN_API.consentTexts,
    sessions.guarded({
      may: PERSONAL_DATA.retain,
      operationId: 'listConsentTexts',
      summary: 'Read every version of what applicants agree to who stay on file',
      tags,
      response: texts,
    }),
    async (_request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return { versions: await listConsentTexts(db, services) }
    },
  )

  app.put(
    ADMIN_API.consentTexts,
    sessions.guarded({
      may: PERSONAL_DATA.retain,
      operationId: 'saveConsentText',
      summary: 'Save a new version of what applicants agree to who stay on file',
      tags,
      body: newConsentTextSchema,
      response: texts,
    }),
    (request) => saveConsentText(services, { by: signedIn(request), now: clock() }, request.body),
  )

  app.get(
    ADMIN_API.consentOfApplication,
    sessions.guarded({
      may: APPLICATIONS.read,
      of: 'application',
      operationId: 'getConsent',
      summary: 'Read whether an applicant has agreed to stay on file, and to which words',
      tags,
      params: idParamsSchema,
      response: { 200: consentOfApplicationSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const { id } = request.params
      const consent = await findConsent(db, id)
      if (consent === null && !(await findApplication(db, id))) throw applicationGone()
      reply.header('Cache-Control', 'no-store')
      return { consent }
    },
  )
}
