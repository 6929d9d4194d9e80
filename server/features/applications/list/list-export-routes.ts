import { Readable } from 'node:stream'
import { create as contentDisposition } from 'content-disposition'
import * as z from 'zod'
import { applicationFileQuerySchema } from '../../../../contract/applications/application-list.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { errorResponses, type WellheadApp } from '../../../platform/http/route.ts'
import { seenBy } from '../../accounts/seen-by.ts'
import { signedIn } from '../../accounts/sessions.ts'
import { recordAction } from '../../audit/audit-queries.ts'
import type { Services } from '../../feature.ts'
import { withFilter } from './application-list-routes.ts'
import { applicationsCsv } from './applications-csv.ts'

/** The list as a file (`docs/decisions/0154-exports.md`). */
export function listExportRoutes(app: WellheadApp, { db, sessions, clock, today }: Services): void {
  app.get(
    ADMIN_API.applicationsFile,
    sessions.guarded({
      may: APPLICATIONS.export,
      config: { writes: true },
      asksAgain: true,
      operationId: 'downloadApplications',
      summary: 'Download a list of applications as CSV; leaves an entry in the audit trail',
      tags: ['applications'],
      querystring: applicationFileQuerySchema,
      responseHeaders: ['Content-Disposition'],
      produces: ['text/csv'],
      response: { 200: z.any().describe('CSV in UTF-8'), ...errorResponses },
    }),
    async (request, reply) => {
      const by = signedIn(request)
      const now = clock()
      const event = { action: 'applications_exported' } as const
      // Fastify serves HEAD with this route too: it exports nothing.
      const isExport = request.method === 'GET'
      if (isExport)
        await db.transaction().execute((trx) => recordAction(trx, { by, now, id: by.id, subject: 'account', event }))
      const query = withFilter(request.query, by)
      return reply
        .header('Cache-Control', 'no-store')
        .header('Content-Type', 'text/csv; charset=utf-8')
        .header('Content-Disposition', contentDisposition(`Applications ${now.toISOString().slice(0, 10)}.csv`))
        .send(isExport ? applicationsCsv(seenBy(db, by), { now, today: today().date }, query) : Readable.from([]))
    },
  )
}
