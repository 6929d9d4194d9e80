import { madeInvitationSchema, newInvitationSchema, renewalSchema } from '../../../contract/accounts/people.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { notFound, unavailable } from '../../platform/http/request-error.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { signedIn } from '../accounts/sessions.ts'
import { shownName } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { makeInvitationLink } from './invitation-links.ts'
import { insertInvitation, listInvitations } from './people-queries.ts'

/** Making, renewing and withdrawing invitations. */
export function invitationRoutes(app: WellheadApp, { db, clock, config, sessions }: Services): void {
  const shared = { may: PEOPLE.manage, tags: ['people'] }

  app.post(
    ADMIN_API.invitations,
    sessions.guarded({
      ...shared,
      operationId: 'invitePerson',
      summary: 'Invite a person by a link that works once, for 72 hours',
      body: newInvitationSchema,
      response: { 201: madeInvitationSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const { displayName, email, role, assignments } = request.body
      const [now, invitedBy] = [clock(), shownName(signedIn(request))]
      const { url, columns } = makeInvitationLink({ publicUrl: config.publicUrl, now })
      const named = { display_name: displayName, email, role, invited_by: invitedBy, created_at: now.toISOString() }
      const id = await insertInvitation(db, { ...named, ...columns }, assignments)
      const made = (await listInvitations(db)).find((invitation) => invitation.id === id)
      if (!made) throw notFound()
      return reply.code(201).header('Cache-Control', 'no-store').send({ invitation: made, url })
    },
  )

  app.post(
    ADMIN_API.renewInvitation,
    sessions.guarded({
      ...shared,
      operationId: 'renewInvitation',
      summary: 'Give an invitation a new link; the old one ends',
      params: idParamsSchema,
      body: renewalSchema,
      response: { 200: madeInvitationSchema, ...errorResponses },
    }),
    async () => {
      throw unavailable()
    },
  )

  app.delete(
    ADMIN_API.invitation,
    sessions.guarded({
      ...shared,
      operationId: 'withdrawInvitation',
      summary: 'Withdraw an invitation; its link ends',
      params: idParamsSchema,
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async () => {
      throw unavailable()
    },
  )
}
