import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { searchQuerySchema, searchResultsSchema } from '../../../../contract/search/search-results.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { errorResponses, type WellheadApp } from '../../../platform/http/route.ts'
import { seenBy } from '../../accounts/seen-by.ts'
import { signedIn } from '../../accounts/sessions.ts'
import type { Services } from '../../feature.ts'
import { findPeople } from './find-people.ts'
import { findPostings } from './find-postings.ts'

/** The search among people and postings at once (`docs/decisions/0116`). */
export function searchRoutes(app: WellheadApp, { db, sessions }: Services): void {
  app.get(
    ADMIN_API.search,
    sessions.guarded({
      may: APPLICATIONS.read,
      of: 'rows',
      operationId: 'search',
      summary: 'Find people and postings, whatever their status',
      tags: ['applications'],
      querystring: searchQuerySchema,
      response: { 200: searchResultsSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      const { q: text } = request.query
      const seen = seenBy(db, signedIn(request))
      return { ...(await findPeople(seen, text)), ...(await findPostings(seen, text)) }
    },
  )
}
