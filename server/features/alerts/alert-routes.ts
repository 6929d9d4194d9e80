import { jobAlertListQuerySchema, jobAlertListSchema } from '../../../contract/jobs/search/job-alert.ts'
import { SITE } from '../../../contract/policies/site-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { actionOf } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { listAlerts } from './alert-queries.ts'
import { deleteAlert } from './change-alert.ts'

/** The job alerts as admins see them: the list, for export too, and erasing an address. */
export function alertRoutes(app: WellheadApp, { db, sessions, clock }: Services): void {
  const tags = ['job alerts']

  app.get(
    ADMIN_API.jobAlerts,
    sessions.guarded({
      may: SITE.seeAlerts,
      operationId: 'listJobAlerts',
      summary: 'List job alerts, newest first',
      tags,
      querystring: jobAlertListQuerySchema,
      response: { 200: jobAlertListSchema, ...errorResponses },
    }),
    ({ query }) => listAlerts(db, query),
  )

  app.delete(
    ADMIN_API.jobAlert,
    sessions.guarded({
      may: SITE.seeAlerts,
      operationId: 'deleteJobAlert',
      summary: 'Delete a job alert with all that is stored about its address',
      tags,
      params: idParamsSchema,
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await deleteAlert(db, actionOf(request, clock))
      return reply.code(204).send(null)
    },
  )
}
