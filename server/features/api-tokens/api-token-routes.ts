import { apiTokensSchema, madeApiTokenSchema, newApiTokenSchema } from '../../../contract/accounts/api-tokens.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { deviceOf } from '../accounts/devices/session-device.ts'
import { actionOf, signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { listTokens, makeToken, revokeToken } from './change-tokens.ts'

/** Making, listing and revoking API tokens. */
export function apiTokenRoutes(app: WellheadApp, services: Services): void {
  const { db, clock, sessions } = services
  const shared = { may: PEOPLE.makeTokens, tags: ['api-tokens'] }

  app.get(
    ADMIN_API.apiTokens,
    sessions.guarded({
      ...shared,
      operationId: 'listApiTokens',
      summary: 'List one’s own API tokens, or as an owner those of all people',
      response: { 200: apiTokensSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return { tokens: await listTokens(db, signedIn(request), clock()) }
    },
  )

  app.post(
    ADMIN_API.apiTokens,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'makeApiToken',
      summary: 'Make an API token; its secret is in this response alone',
      body: newApiTokenSchema,
      response: { 201: madeApiTokenSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const making = { by: signedIn(request), device: deviceOf(request), now: clock() }
      const made = await makeToken(services, { ...making, method: await sessions.methodOf(request) }, request.body)
      return reply.code(201).header('Cache-Control', 'no-store').send(made)
    },
  )

  app.delete(
    ADMIN_API.apiToken,
    sessions.guarded({
      ...shared,
      operationId: 'revokeApiToken',
      summary: 'Revoke an API token at once',
      params: idParamsSchema,
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await revokeToken(db, { ...actionOf(request, clock), by: signedIn(request) })
      return reply.code(204).send(null)
    },
  )
}
