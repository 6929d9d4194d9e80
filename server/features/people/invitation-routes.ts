import { madeInvitationSchema, newInvitationSchema, renewalSchema } from '../../../contract/accounts/people.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { invitePerson, renewInvitation, withdrawInvitation } from './invite-people.ts'

/** Making, renewing and withdrawing invitations. */
export function invitationRoutes(app: WellheadApp, services: Services): void {
  const { sessions } = services
  const shared = { may: PEOPLE.manage, tags: ['people'] }

  app.post(
    ADMIN_API.invitations,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'invitePerson',
      summary: 'Invite a person by a link that works once, for 72 hours',
      body: newInvitationSchema,
      response: { 201: madeInvitationSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const made = await invitePerson(services, signedIn(request), request.body)
      return reply.code(201).header('Cache-Control', 'no-store').send(made)
    },
  )

  app.post(
    SIGN_IN_API.renewInvitation,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'renewInvitation',
      summary: 'Give an invitation a new link; the old one ends',
      params: idParamsSchema,
      body: renewalSchema,
      response: { 200: madeInvitationSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const renewed = { by: signedIn(request), id: request.params.id }
      const made = await renewInvitation(services, renewed, request.body)
      return reply.header('Cache-Control', 'no-store').send(made)
    },
  )

  app.delete(
    ADMIN_API.invitation,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'withdrawInvitation',
      summary: 'Withdraw an invitation; its link ends',
      params: idParamsSchema,
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await withdrawInvitation(services, { by: signedIn(request), id: request.params.id })
      return reply.code(204).send(null)
    },
  )
}
