import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { ownScorecardSchema, scorecardsSchema, scorecardVersionsSchema } from '../../../contract/team/scorecards.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { notFound, RequestError } from '../../platform/http/request-error.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { actionOf, signedIn } from '../accounts/sessions.ts'
import { applicationGone, findApplication } from '../applications/stored/application-queries.ts'
import type { Services } from '../feature.ts'
import { giveScorecard, skipScorecard } from './give-scorecard.ts'
import { findOwn, findScorecard, listVersions, readScorecards } from './scorecard-queries.ts'

/** What each colleague says of an applicant (`docs/decisions/0141-scorecards.md`). */
export function scorecardRoutes(app: WellheadApp, services: Services): void {
  const { db, sessions, clock } = services
  const ofOne = { tags: ['scorecards'], params: idParamsSchema }
  const scorecards = { 200: scorecardsSchema, ...errorResponses }

  app.get(
    ADMIN_API.scorecards,
    sessions.guarded({
      may: APPLICATIONS.read,
      of: 'application',
      operationId: 'listScorecards',
      summary: 'Read the scorecards of an application',
      ...ofOne,
      response: scorecards,
    }),
    async (request, reply) => {
      const { id } = request.params
      if (!(await findApplication(db, id))) throw applicationGone()
      reply.header('Cache-Control', 'no-store')
      return readScorecards(db, id, { accountId: signedIn(request).id })
    },
  )

  app.put(
    ADMIN_API.ownScorecard,
    sessions.guarded({
      may: APPLICATIONS.assess,
      of: 'application',
      operationId: 'giveScorecard',
      summary: 'Give or change one’s own scorecard',
      ...ofOne,
      body: ownScorecardSchema,
      response: scorecards,
    }),
    (request) => {
      const { id: applicationId, by, now } = actionOf(request, clock)
      return giveScorecard(services, { applicationId, by, now }, request.body)
    },
  )

  app.post(
    ADMIN_API.skipScorecard,
    sessions.guarded({
      may: APPLICATIONS.assess,
      of: 'application',
      operationId: 'skipScorecard',
      summary: 'Read the scorecards of others without giving one’s own first, which all read',
      ...ofOne,
      response: scorecards,
    }),
    (request) => {
      const { id: applicationId, by, now } = actionOf(request, clock)
      return skipScorecard(services, { applicationId, by, now })
    },
  )

  app.get(
    ADMIN_API.scorecardVersions,
    sessions.guarded({
      may: APPLICATIONS.read,
      of: 'scorecard',
      operationId: 'listScorecardVersions',
      summary: 'Read what a scorecard said before',
      ...ofOne,
      response: { 200: scorecardVersionsSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const { id } = request.params
      const scorecard = await findScorecard(db, id)
      if (!scorecard) throw notFound('There is no such scorecard.')
      const own = await findOwn(db, scorecard.application_id, { accountId: signedIn(request).id })
      if (!own) throw new RequestError('forbidden', 'Give your own scorecard first, or skip it.')
      reply.header('Cache-Control', 'no-store')
      return listVersions(db, id)
    },
  )
}
