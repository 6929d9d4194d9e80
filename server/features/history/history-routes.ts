import {
  type ApplicationEvent,
  applicationHistorySchema,
  type JobEvent,
  jobHistorySchema,
} from '../../../contract/applications/history.ts'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { JOBS } from '../../../contract/policies/jobs-policy.ts'
import { reachOf } from '../../../contract/policies/policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { notFound } from '../../platform/http/request-error.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { signedIn } from '../accounts/sessions.ts'
import { withUndoableChanges } from '../applications/changes/application-change-queries.ts'
import { findApplication } from '../applications/stored/application-queries.ts'
import { listHistory } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { findJob } from '../jobs/job-queries.ts'
import { missingJob } from '../jobs/missing-job.ts'

/** A legal matter may concern a hiring manager: only those who are refused a deletion because of it learn of a hold. */
const OF_HOLDS: readonly ApplicationEvent['action'][] = ['hold_set', 'hold_renewed', 'hold_ended']

/** Reads the history of an application or a posting, also after its deletion (`docs/decisions/0021`). */
export function historyRoutes(app: WellheadApp, { db, sessions, clock }: Services): void {
  app.get(
    ADMIN_API.applicationHistory,
    sessions.guarded({
      may: APPLICATIONS.read,
      of: 'application',
      operationId: 'getApplicationHistory',
      summary: 'Read who did what to an application',
      tags: ['applications'],
      params: idParamsSchema,
      response: { 200: applicationHistorySchema, ...errorResponses },
    }),
    async (request, reply) => {
      const { id } = request.params
      const history = await listHistory<ApplicationEvent>(db, 'application', id)
      if (history.length === 0 && !(await findApplication(db, id)))
        throw notFound('There never was such an application.')
      const by = signedIn(request)
      const learnsOfHolds = reachOf(by.role, APPLICATIONS.delete) !== null
      const shown = learnsOfHolds ? history : history.filter(({ event }) => !OF_HOLDS.includes(event.action))
      reply.header('Cache-Control', 'no-store')
      return withUndoableChanges(db, shown, { by, now: clock() })
    },
  )

  app.get(
    ADMIN_API.jobHistory,
    sessions.guarded({
      may: JOBS.read,
      of: 'job',
      operationId: 'getJobHistory',
      summary: 'Read who did what to a posting',
      tags: ['jobs'],
      params: idParamsSchema,
      response: { 200: jobHistorySchema, ...errorResponses },
    }),
    async (request, reply) => {
      const { id } = request.params
      const history = await listHistory<JobEvent>(db, 'job', id)
      if (history.length === 0 && !(await findJob(db, id))) throw await missingJob(db, id)
      reply.header('Cache-Control', 'no-store')
      return withUndoableChanges(db, history, { by: signedIn(request), now: clock() })
    },
  )
}
