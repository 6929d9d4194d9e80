import type { FastifyReply, FastifyRequest } from 'fastify'
import { loginResponseSchema } from '../../../contract/accounts/account.ts'
import {
  passkeyOptionsSchema,
  passkeySignInSchema,
  secondFactorOptionsSchema,
  secondFactorPasskeySchema,
} from '../../../contract/accounts/passkeys.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'
import { beginSession } from '../accounts/account-routes.ts'
import { deviceOf } from '../accounts/devices/session-device.ts'
import type { Services } from '../feature.ts'
import {
  offerPasskeyAfterPassword,
  offerPasskeySignIn,
  signInWithPasskey,
  signInWithSecondPasskey,
} from './passkey-sign-in.ts'

/** Signing in with a passkey, alone or after the password. */
export function passkeySignInRoutes(app: WellheadApp, services: Services): void {
  const tags = ['accounts']
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(PRIVATE_HEADERS)
  }
  const offers = { 200: passkeyOptionsSchema, ...errorResponses }
  const signsIn = { 200: loginResponseSchema, ...errorResponses }
  const callerOf = (request: FastifyRequest) => ({ address: request.ip, device: deviceOf(request) })

  app.post(
    SIGN_IN_API.passkeySignInOptions,
    {
      onRequest,
      schema: {
        operationId: 'offerPasskeySignIn',
        summary: 'Get what a browser needs to sign in with a passkey',
        tags,
        response: offers,
      },
    },
    async () => offerPasskeySignIn(services),
  )

  app.post(
    SIGN_IN_API.passkeySignIn,
    {
      onRequest,
      schema: {
        operationId: 'signInWithPasskey',
        summary: 'Sign in with a passkey: get what a sign-in with a password gives',
        tags,
        body: passkeySignInSchema,
        response: signsIn,
      },
    },
    async (request, reply) =>
      beginSession(services, reply, await signInWithPasskey(services, callerOf(request), request.body)),
  )

  app.post(
    SIGN_IN_API.secondFactorPasskeyOptions,
    {
      onRequest,
      schema: {
        operationId: 'offerPasskeyAfterPassword',
        summary: 'Get what a browser needs to use a passkey after the password',
        tags,
        body: secondFactorOptionsSchema,
        response: offers,
      },
    },
    async (request) => offerPasskeyAfterPassword(services, request.body.ticket),
  )

  app.post(
    SIGN_IN_API.secondFactorPasskey,
    {
      onRequest,
      schema: {
        operationId: 'signInWithSecondPasskey',
        summary: 'Finish a sign-in with a passkey after the password',
        tags,
        body: secondFactorPasskeySchema,
        response: signsIn,
      },
    },
    async (request, reply) =>
      beginSession(services, reply, await signInWithSecondPasskey(services, callerOf(request), request.body)),
  )
}
