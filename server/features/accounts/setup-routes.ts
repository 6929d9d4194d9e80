import * as z from 'zod'
import { setupResponseSchema, setupSchema } from '../../../contract/accounts/account.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import type { Services } from '../feature.ts'
import { createFirstAccount } from './first-account.ts'
import { requireSetupToken, SETUP_TOKEN } from './setup-token.ts'

/** The one-time creation of the first account. */
export function setupRoutes(app: WellheadApp, services: Services): void {
  const createFirst = createFirstAccount(services)

  app.post(
    SIGN_IN_API.setupAdmin,
    {
      schema: {
        operationId: 'setUpAdmin',
        summary: 'Create the first account, once',
        tags: ['accounts'],
        body: setupSchema.nullish().describe('Nothing has to be sent'),
        headers: z.object({ [SETUP_TOKEN]: z.string().optional() }),
        response: { 201: setupResponseSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      const requireRight = () => requireSetupToken(request, services)
      const credentials = await createFirst(requireRight, request.body ?? {})
      return reply.code(201).header('Cache-Control', 'no-store').send(credentials)
    },
  )
}
