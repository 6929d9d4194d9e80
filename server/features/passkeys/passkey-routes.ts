import {
  addedPasskeySchema,
  addPasskeySchema,
  newPasskeyOptionsSchema,
  ownPasskeysSchema,
  renamePasskeySchema,
} from '../../../contract/accounts/passkeys.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'
import { actionOf, signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { ownerOf } from '../second-factors/change-factors.ts'
import { addPasskey, offerNewPasskey, removePasskey, renamePasskey } from './own-passkeys.ts'
import { listPasskeys, presentPasskey } from './passkey-queries.ts'
import { relyingPartyOf } from './relying-party.ts'

/** The passkeys of one's own account. */
export function passkeyRoutes(app: WellheadApp, services: Services): void {
  const { db, clock, sessions } = services
  const shared = { may: PEOPLE.own, tags: ['accounts'] }

  app.get(
    SIGN_IN_API.passkeys,
    sessions.guarded({
      ...shared,
      operationId: 'listOwnPasskeys',
      summary: 'List the passkeys of the account',
      response: { 200: ownPasskeysSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.headers(PRIVATE_HEADERS)
      const rows = await listPasskeys(db, signedIn(request).id)
      return { passkeys: rows.map((row) => presentPasskey(row, relyingPartyOf(services).rpId)) }
    },
  )

  app.post(
    SIGN_IN_API.newPasskeyOptions,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'offerNewPasskey',
      summary: 'Get what a browser needs to make a passkey for the account',
      response: { 200: newPasskeyOptionsSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.headers(PRIVATE_HEADERS)
      return offerNewPasskey(services, signedIn(request))
    },
  )

  app.post(
    SIGN_IN_API.passkeys,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'addPasskey',
      summary: 'Add the passkey that a browser has made to the account',
      body: addPasskeySchema,
      response: { 201: addedPasskeySchema, ...errorResponses },
    }),
    async (request, reply) => {
      const added = await addPasskey(services, ownerOf(request, services), request.body)
      return reply.headers(PRIVATE_HEADERS).code(201).send(added)
    },
  )

  app.patch(
    SIGN_IN_API.passkey,
    sessions.guarded({
      ...shared,
      operationId: 'renamePasskey',
      summary: 'Change the name of a passkey of the account',
      params: idParamsSchema,
      body: renamePasskeySchema,
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await renamePasskey(db, actionOf(request, clock), request.body.name)
      return reply.code(204).send(null)
    },
  )

  app.delete(
    SIGN_IN_API.passkey,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'removePasskey',
      summary: 'Remove a passkey of the account',
      params: idParamsSchema,
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await removePasskey(services, ownerOf(request, services), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
