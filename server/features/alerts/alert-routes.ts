import type { Kysely } from 'kysely'
import { jobAlertListQuerySchema, jobAlertListSchema } from '../../../contract/jobs/search/job-alert.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/feature.ts'
import { type Sessions, signedIn } from '../accounts/sessions.ts'
import { listAlerts } from './alert-queries.ts'
import { deleteAlert } from './change-alert.ts'

type Dependencies = { db: Kysely<Tables>; sessions: Sessions; clock: Clock }

/** The job alerts as admins see them: the list, for export too, and erasing an address. */
export function alertRoutes(app: WellheadApp, { db, sessions, clock }: Dependencies): void {
  const tags = ['job alerts']

  app.get(
    ADMIN_API.jobAlerts,
    sessions.guarded({
      tags,
      querystring: jobAlertListQuerySchema,
      response: { 200: jobAlertListSchema, ...errorResponses },
    }),
    ({ query }) => listAlerts(db, query),
  )

  app.delete(
    ADMIN_API.jobAlert,
    sessions.guarded({ tags, params: idParamsSchema, response: { 204: emptyResponse, ...errorResponses } }),
    async (request, reply) => {
      await deleteAlert(db, { by: signedIn(request), id: request.params.id, now: clock() })
      return reply.code(204).send(null)
    },
  )
}
