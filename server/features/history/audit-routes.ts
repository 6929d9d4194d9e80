import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import * as z from 'zod'
import { auditFilterSchema, auditPageSchema, auditQuerySchema } from '../../../contract/accounts/audit.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { signedIn } from '../accounts/sessions.ts'
import { recordAction } from '../audit/audit-queries.ts'
import { sealTrail } from '../audit/seal-trail.ts'
import type { Services } from '../feature.ts'
import { auditCsv } from './audit-csv.ts'
import { listAudit } from './list-audit.ts'

/** The whole audit trail, for owners (`docs/decisions/0131-audit-chain.md`). */
export function auditRoutes(app: WellheadApp, services: Services): void {
  const { db, clock, sessions, log, isPaused } = services
  const { timeZone } = services.config.company
  const shared = { may: PEOPLE.audit, tags: ['people'] }

  /** Seals the newest entries, so that the reader sees their places. What prevents it is no reason not to read. */
  const sealNewest = async () => {
    if (isPaused()) return
    await sealTrail(services, { mostBatches: 1 }).catch((err) =>
      log.warn({ err }, 'audit trail not sealed before it was read'),
    )
  }

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
      if (request.query.before === undefined) await sealNewest()
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
    async (request, reply) => {
      const by = signedIn(request)
      const now = clock()
      const event = { action: 'audit_exported' } as const
      // Fastify serves HEAD with this route too: it exports nothing.
      const isExport = request.method === 'GET'
      if (isExport) {
        await db.transaction().execute((trx) => recordAction(trx, { by, now, id: by.id, subject: 'account', event }))
        await sealNewest()
      }
      return reply
        .header('Cache-Control', 'no-store')
        .header('Content-Type', 'text/csv; charset=utf-8')
        .header('Content-Disposition', contentDisposition(`Audit trail ${now.toISOString().slice(0, 10)}.csv`))
        .send(isExport ? auditCsv(db, request.query, timeZone) : Readable.from([]))
    },
  )
}
