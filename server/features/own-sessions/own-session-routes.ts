import { ownSessionsSchema } from '../../../contract/accounts/session-list.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { actionOf, bearerToken, signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { endOtherSessions, endOwnSession, listOwnSessions } from './own-sessions.ts'

/** Where an account is signed in, and ending that. */
export function ownSessionRoutes(app: WellheadApp, { db, clock, sessions }: Services): void {
  const shared = { may: PEOPLE.own, tags: ['accounts'] }

  app.get(
    SIGN_IN_API.ownSessions,
    sessions.guarded({
      ...shared,
      operationId: 'listOwnSessions',
      summary: 'List where the account is signed in',
      response: { 200: ownSessionsSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      const token = bearerToken(request) as string
      return listOwnSessions(db, { accountId: signedIn(request).id, token, now: clock() })
    },
  )

  app.delete(
    SIGN_IN_API.ownSession,
    sessions.guarded({
      ...shared,
      operationId: 'endOwnSession',
      summary: 'End one session of the account',
      params: idParamsSchema,
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await endOwnSession(db, actionOf(request, clock))
      return reply.code(204).send(null)
    },
  )

  app.post(
    SIGN_IN_API.endOtherSessions,
    sessions.guarded({
      ...shared,
      operationId: 'endOtherSessions',
      summary: 'End every session of the account but that of the request',
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await endOtherSessions(db, { by: signedIn(request), token: bearerToken(request) as string, now: clock() })
      return reply.code(204).send(null)
    },
  )
}
