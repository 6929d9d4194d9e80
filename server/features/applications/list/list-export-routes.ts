import * as z from 'zod'
import { applicationFileQuerySchema } from '../../../../contract/applications/application-list.ts'
import { APPLICATIONS } from '../../../../contract/policies/applications-policy.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { errorResponses, type WellheadApp } from '../../../platform/http/route.ts'
import { sendMadeFile } from '../../../platform/http/send-made-file.ts'
import { signedIn } from '../../accounts/sessions.ts'
import type { Services } from '../../feature.ts'
import { withFilter } from './application-list-routes.ts'
import { exportApplications } from './applications-csv.ts'

/** The list as a file (`docs/decisions/0154-exports.md`). */
export function listExportRoutes(app: WellheadApp, services: Services): void {
  const { sessions, clock } = services

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
    (request, reply) => {
      const author = { by: signedIn(request), now: clock() }
      const query = withFilter(request.query, author.by)
      return sendMadeFile(reply, { name: 'Applications', kind: 'csv', now: author.now }, () =>
        exportApplications(services, author, query),
      )
    },
  )
}
