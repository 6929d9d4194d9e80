import type { Kysely } from 'kysely'
import { ADMIN_API } from '../../../contract/admin-paths.ts'
import { jobAlertListQuerySchema, jobAlertListSchema } from '../../../contract/job-alert.ts'
import { idParamsSchema } from '../../../contract/validation.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/feature.ts'
import { type Sessions, signedIn } from '../accounts/sessions.ts'
import { recordAction } from '../audit/audit-queries.ts'
import { deleteAddress, listAlerts } from './alert-queries.ts'

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
      const by = signedIn(request)
      await db.transaction().execute(async (trx) => {
        const alert = await trx
          .selectFrom('job_alerts')
          .select('email')
          .where('id', '=', request.params.id)
          .executeTakeFirst()
        // A repeated request finds nothing, and succeeds.
        if (!alert) return
        await deleteAddress(trx, alert.email)
        const event = { action: 'job_alert_deleted' } as const
        await recordAction(trx, { by, now: clock(), id: by.id, subject: 'account', event })
      })
      return reply.code(204).send(null)
    },
  )
}
