import {
  confirmTotpSchema,
  madeRecoveryCodesSchema,
  newTotpSchema,
  ownSecondFactorsSchema,
} from '../../../contract/accounts/second-factors.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { beginTotp, listOwnFactors, ownerOf, removeTotp, renewRecoveryCodes, setTotp } from './change-factors.ts'

/** The second factors of one's own account. */
export function ownFactorRoutes(app: WellheadApp, services: Services): void {
  const { db, sessions } = services
  const shared = { may: PEOPLE.own, tags: ['accounts'] }

  app.get(
    SIGN_IN_API.secondFactors,
    sessions.guarded({
      ...shared,
      operationId: 'listSecondFactors',
      summary: 'Read what the account can prove itself with after its password',
      response: { 200: ownSecondFactorsSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return listOwnFactors(db, signedIn(request).id)
    },
  )

  app.post(
    SIGN_IN_API.totp,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'beginTotp',
      summary: 'Make the secret of a new authenticator app; nothing is stored before its first code',
      response: { 200: newTotpSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return beginTotp(services, signedIn(request))
    },
  )

  app.post(
    SIGN_IN_API.confirmTotp,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'confirmTotp',
      summary: 'Set the authenticator app of the account by its first code; its other sessions end',
      body: confirmTotpSchema,
      response: { 200: madeRecoveryCodesSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return setTotp(services, ownerOf(request, services), request.body)
    },
  )

  app.delete(
    SIGN_IN_API.totp,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'removeTotp',
      summary: 'Remove the authenticator app of the account; its other sessions end',
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await removeTotp(services, ownerOf(request, services))
      return reply.code(204).send(null)
    },
  )

  app.post(
    SIGN_IN_API.recoveryCodes,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'makeRecoveryCodes',
      summary: 'Make ten new recovery codes; those of before, and the other sessions of the account, end',
      response: { 200: madeRecoveryCodesSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return renewRecoveryCodes(services, ownerOf(request, services))
    },
  )
}
