import { create as contentDisposition } from 'content-disposition'
import * as z from 'zod'
import { PERSONAL_DATA } from '../../../contract/policies/personal-data-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { signedIn } from '../accounts/sessions.ts'
import { listIdsOfPeople, requireEmailKey } from '../applications/stored/email-key-queries.ts'
import { recordActions } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { personArchive } from './person-archive.ts'

/** What is kept about a person, for who asks for it (`docs/decisions/0154-exports.md`). */
export function personExportRoutes(app: WellheadApp, services: Services): void {
  const { db, sessions, clock } = services

  app.post(
    ADMIN_API.personExport,
    sessions.guarded({
      may: PERSONAL_DATA.export,
      asksAgain: true,
      operationId: 'downloadPerson',
      summary: 'Download everything about the person of an application as one ZIP archive',
      tags: ['personal-data'],
      params: idParamsSchema,
      responseHeaders: ['Content-Disposition'],
      produces: ['application/zip'],
      response: {
        200: z.any().describe('A ZIP archive: JSON, files, messages, and a page to read them by'),
        ...errorResponses,
      },
    }),
    async (request, reply) => {
      const now = clock()
      const email = await requireEmailKey(db, request.params.id)
      const ids = await listIdsOfPeople(db, [email])
      const exported = ids.map((id) => ({ id, subject: 'application', event: { action: 'data_exported' } }) as const)
      await db.transaction().execute((trx) => recordActions(trx, { by: signedIn(request), now }, exported))
      return reply
        .header('Cache-Control', 'no-store')
        .header('Content-Type', 'application/zip')
        .header('Content-Disposition', contentDisposition(`Personal data ${now.toISOString().slice(0, 10)}.zip`))
        .send(await personArchive({ ...services, log: request.log }, { ids, email }))
    },
  )
}
