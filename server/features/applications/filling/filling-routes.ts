import { filledJobSchema, fillJobSchema, openApplicationsSchema } from '../../../../contract/filling/filling.ts'
import { JOBS } from '../../../../contract/policies/jobs-policy.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { MOST_FILLED } from '../../../../contract/wire/limits.ts'
import { idParamsSchema } from '../../../../contract/wire/validation.ts'
import { errorResponses, type WellheadApp } from '../../../platform/http/route.ts'
import { actionOf } from '../../accounts/sessions.ts'
import type { Services } from '../../feature.ts'
import { findJob } from '../../jobs/job-queries.ts'
import { missingJob } from '../../jobs/missing-job.ts'
import { fillJob } from './fill-job.ts'
import { countOpen, listOpenApplications } from './open-applications.ts'

/** Filling a posting together with what that means for its applications (`docs/decisions/0121`). */
export function fillingRoutes(app: WellheadApp, services: Services): void {
  const { db, sessions, outbox, clock } = services
  app.get(
    ADMIN_API.openApplications,
    sessions.guarded({
      may: JOBS.change,
      operationId: 'listOpenApplications',
      summary: 'List the applications of a posting that wait for a decision',
      tags: ['jobs'],
      params: idParamsSchema,
      response: { 200: openApplicationsSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const { id } = request.params
      if (!(await findJob(db, id))) throw await missingJob(db, id)
      reply.header('Cache-Control', 'no-store')
      const applications = await listOpenApplications(db, id, MOST_FILLED)
      const { length } = applications
      return { applications, total: length < MOST_FILLED ? length : await countOpen(db, id) }
    },
  )

  app.post(
    ADMIN_API.fillJob,
    sessions.guarded({
      may: JOBS.change,
      operationId: 'fillJob',
      summary: 'Fill a posting, hire one of its applicants and reject others, as one change',
      tags: ['jobs'],
      params: idParamsSchema,
      body: fillJobSchema,
      response: { 200: filledJobSchema, ...errorResponses },
    }),
    async (request) => {
      const action = actionOf(request, clock)
      const filled = await fillJob(services, action, request.body)
      outbox.wake()
      return filled
    },
  )
}
