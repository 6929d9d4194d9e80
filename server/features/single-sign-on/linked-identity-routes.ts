import {
  identityTicketSchema,
  linkedIdentitiesSchema,
  linkedSchema,
} from '../../../contract/accounts/single-sign-on.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { ownerOf } from '../second-factors/change-factors.ts'
import { requireIdentity } from './finish-single-sign-on.ts'
import { createFlowCookies } from './flow-cookies.ts'
import { linkIdentity, listIdentities, tookTooLong, unlinkIdentity } from './linked-identities.ts'

/** The company accounts of one's own account. */
export function linkedIdentityRoutes(app: WellheadApp, services: Services): void {
  const { config, sessions } = services
  const cookies = createFlowCookies(config.publicUrl)
  const shared = { may: PEOPLE.own, tags: ['accounts'] }

  app.get(
    SIGN_IN_API.linkedIdentities,
    sessions.guarded({
      ...shared,
      operationId: 'listLinkedIdentities',
      summary: 'List the company accounts of the account',
      response: { 200: linkedIdentitiesSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return listIdentities(services, signedIn(request).id)
    },
  )

  app.post(
    SIGN_IN_API.linkedIdentities,
    sessions.guarded({
      ...shared,
      operationId: 'linkIdentity',
      summary: 'Link the company account that has just signed in at the provider',
      body: identityTicketSchema,
      response: { 201: linkedSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const owner = ownerOf(request, services)
      const sent = { ticket: request.body.ticket, browser: cookies.readBrowser(request) }
      const { ticket, identity, purpose } = await requireIdentity(services, sent)
      if (purpose.kind !== 'link' || purpose.accountId !== owner.by.id) throw tookTooLong()
      const id = await linkIdentity(services, owner, { ticket, identity })
      cookies.clearBrowser(reply)
      return reply.code(201).send({ id })
    },
  )

  app.delete(
    SIGN_IN_API.linkedIdentity,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'unlinkIdentity',
      summary: 'Unlink a company account of the account',
      params: idParamsSchema,
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await unlinkIdentity(services, ownerOf(request, services), request.params.id)
      return reply.code(204).send(null)
    },
  )
}
