import { insightsQuerySchema, insightsSchema } from '../../../contract/applications/insights.ts'
import { SITE } from '../../../contract/policies/site-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { seenBy } from '../accounts/seen-by.ts'
import { signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { readInsights } from './read-insights.ts'

/** Figures about how applications fare, from their rows and the audit trail (`docs/decisions/0061`). */
export function insightRoutes(app: WellheadApp, { db, sessions, clock, config: { company } }: Services): void {
  app.get(
    ADMIN_API.insights,
    sessions.guarded({
      may: SITE.readInsights,
      of: 'rows',
      operationId: 'getInsights',
      summary: 'Report on the applications of a period: weekly counts, funnel, medians, oldest waiting',
      tags: ['insights'],
      querystring: insightsQuerySchema,
      response: { 200: insightsSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return readInsights(seenBy(db, signedIn(request)), request.query, { now: clock(), timeZone: company.timeZone })
    },
  )
}
