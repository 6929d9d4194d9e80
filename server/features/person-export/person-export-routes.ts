import * as z from 'zod'
import { PERSONAL_DATA } from '../../../contract/policies/personal-data-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { sendMadeFile } from '../../platform/http/send-made-file.ts'
import { actionOf } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { exportPerson } from './person-archive.ts'

/** What is kept about a person, for who asks for it (`docs/decisions/0154-exports.md`). */
export function personExportRoutes(app: WellheadApp, services: Services): void {
  const { sessions, clock } = services

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
    (request, reply) => {
      const action = actionOf(request, clock)
      return sendMadeFile(reply, { name: 'Personal data', kind: 'zip', now: action.now }, () =>
        exportPerson({ ...services, log: request.log }, action),
      )
    },
  )
}
