import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import {
  newSavedViewSchema,
  savedViewChangeSchema,
  savedViewSchema,
  savedViewsSchema,
} from '../../../contract/team/saved-views.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { actionOf, signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { addView, changeView, deleteView } from './change-views.ts'
import { listViews } from './view-queries.ts'

/** Names for what the list of applications shows (`docs/decisions/0147-saved-views.md`). */
export function savedViewRoutes(app: WellheadApp, services: Services): void {
  const { db, sessions, clock } = services
  const keeping = { may: APPLICATIONS.keepViews, tags: ['saved-views'] }

  app.get(
    ADMIN_API.savedViews,
    sessions.guarded({
      ...keeping,
      operationId: 'listSavedViews',
      summary: 'List one’s saved views of the applications, and those that are shared',
      response: { 200: savedViewsSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return { views: await listViews(db, signedIn(request)) }
    },
  )

  app.post(
    ADMIN_API.savedViews,
    sessions.guarded({
      ...keeping,
      operationId: 'addSavedView',
      summary: 'Save a view of the applications under a name',
      body: newSavedViewSchema,
      response: { 201: savedViewSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const author = { by: signedIn(request), now: clock() }
      return reply.code(201).send(await addView(services, author, request.body))
    },
  )

  app.patch(
    ADMIN_API.savedView,
    sessions.guarded({
      ...keeping,
      operationId: 'changeSavedView',
      summary: 'Rename a saved view, change its filter, share it or take it back',
      params: idParamsSchema,
      body: savedViewChangeSchema,
      response: { 200: savedViewSchema, ...errorResponses },
    }),
    (request) => changeView(services, { ...actionOf(request, clock), by: signedIn(request) }, request.body),
  )

  app.delete(
    ADMIN_API.savedView,
    sessions.guarded({
      ...keeping,
      operationId: 'deleteSavedView',
      summary: 'Delete a saved view',
      params: idParamsSchema,
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await deleteView(services, { ...actionOf(request, clock), by: signedIn(request) })
      return reply.code(204).send(null)
    },
  )
}
