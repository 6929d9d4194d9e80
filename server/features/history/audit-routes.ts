import * as z from 'zod'
import { auditFilterSchema, auditPageSchema, auditQuerySchema } from '../../../contract/accounts/audit.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { sendMadeFile } from '../../platform/http/send-made-file.ts'
import { signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { exportAudit, sealNewest } from './audit-csv.ts'
import { listAudit } from './list-audit.ts'

/** The whole audit trail, for owners (`docs/decisions/0131-audit-chain.md`). */
export function auditRoutes(app: WellheadApp, services: Services): void {
  const { db, clock, sessions } = services
  const { timeZone } = services.config.company
  const shared = { may: PEOPLE.audit, tags: ['people'] }

  app.get(
    ADMIN_API.audit,
    sessions.guarded({
      ...shared,
      operationId: 'listAudit',
      summary: 'Read who did what, newest first',
      querystring: auditQuerySchema,
      response: { 200: auditPageSchema, ...errorResponses },
    }),
    async (request, reply) => {
      if (request.query.before === undefined) await sealNewest(services)
      reply.header('Cache-Control', 'no-store')
      return listAudit(db, request.query, timeZone)
    },
  )

  app.get(
    ADMIN_API.auditFile,
    sessions.guarded({
      ...shared,
      config: { writes: true },
      asksAgain: true,
      operationId: 'downloadAudit',
      summary: 'Download who did what, newest first, as CSV; leaves an entry itself',
      querystring: auditFilterSchema,
      responseHeaders: ['Content-Disposition'],
      produces: ['text/csv'],
      response: { 200: z.any().describe('CSV in UTF-8'), ...errorResponses },
    }),
    (request, reply) => {
      const author = { by: signedIn(request), now: clock() }
      return sendMadeFile(reply, { name: 'Audit trail', kind: 'csv', now: author.now }, () =>
        exportAudit(services, author, request.query),
      )
    },
  )
}
