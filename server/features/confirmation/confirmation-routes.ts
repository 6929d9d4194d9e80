import { confirmationSchema, confirmedSchema, confirmSchema } from '../../../contract/accounts/confirmation.ts'
import { passkeyOptionsSchema } from '../../../contract/accounts/passkeys.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'
import { bearerToken, signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { offerPasskeyConfirmation } from '../passkeys/confirm-passkey.ts'
import { confirmIdentity, listWays } from './confirm-identity.ts'

/** Proving again who one is, for the routes that ask for it (`docs/decisions/0138-asked-again.md`). */
export function confirmationRoutes(app: WellheadApp, services: Services): void {
  const { sessions } = services
  const shared = { may: PEOPLE.own, tags: ['accounts'] }

  app.get(
    SIGN_IN_API.confirm,
    sessions.guarded({
      ...shared,
      operationId: 'getConfirmation',
      summary: 'Read with what the account can confirm that it is its person, and until when that is not needed',
      response: { 200: confirmationSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.headers(PRIVATE_HEADERS)
      const until = await sessions.confirmedUntil(request)
      return { ways: await listWays(services, signedIn(request).id), confirmedUntil: until?.toISOString() ?? null }
    },
  )

  app.post(
    SIGN_IN_API.confirm,
    sessions.guarded({
      ...shared,
      operationId: 'confirm',
      summary: 'Confirm that it is the signed-in person, for fifteen minutes and this session',
      body: confirmSchema,
      response: { 200: confirmedSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.headers(PRIVATE_HEADERS)
      const caller = { by: signedIn(request), token: bearerToken(request) as string, address: request.ip }
      const until = await confirmIdentity(services, caller, request.body)
      return { confirmedUntil: until.toISOString() }
    },
  )

  app.post(
    SIGN_IN_API.confirmPasskeyOptions,
    sessions.guarded({
      ...shared,
      operationId: 'offerPasskeyConfirmation',
      summary: 'Get what a browser needs to confirm with a passkey of the account',
      response: { 200: passkeyOptionsSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.headers(PRIVATE_HEADERS)
      return offerPasskeyConfirmation(services, signedIn(request))
    },
  )
}
