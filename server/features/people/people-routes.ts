import type { FastifyRequest } from 'fastify'
import { peopleSchema, personChangeSchema, personSchema } from '../../../contract/accounts/people.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { changePerson, deactivatePerson, type PersonAction, reactivatePerson } from './change-people.ts'
import { listInvitations, listPeople } from './people-queries.ts'
import { removeSecondFactors } from './remove-second-factors.ts'

/** Reading and changing who may sign in; owners alone may (`docs/decisions/0129-people-and-invitations.md`). */
export function peopleRoutes(app: WellheadApp, services: Services): void {
  const { db, clock, hash, sessions, mail, outbox } = services
  const own = { db, hash, securityMails: services }
  const shared = { may: PEOPLE.manage, tags: ['people'] }
  const actionOf = (request: Pick<FastifyRequest, 'account'> & { params: { id: number } }): PersonAction => ({
    ...{ by: signedIn(request), id: request.params.id, now: clock() },
  })

  app.get(
    ADMIN_API.people,
    sessions.guarded({
      ...shared,
      operationId: 'listPeople',
      summary: 'List who may sign in, and who is invited',
      response: { 200: peopleSchema, ...errorResponses },
    }),
    async () => ({
      people: await listPeople(db),
      invitations: await listInvitations(db),
      sendsMail: mail !== null,
    }),
  )

  app.patch(
    ADMIN_API.person,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'changePerson',
      summary: 'Change the role, the name, the address or the postings of a person',
      params: idParamsSchema,
      body: personChangeSchema,
      response: { 200: personSchema, ...errorResponses },
    }),
    async (request) => {
      const changed = await changePerson(own, actionOf(request), request.body)
      outbox.wake()
      return changed
    },
  )

  app.post(
    SIGN_IN_API.deactivatePerson,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'deactivatePerson',
      summary: 'End the access of a person; the work stays',
      params: idParamsSchema,
      response: { 200: personSchema, ...errorResponses },
    }),
    async (request) => deactivatePerson(db, actionOf(request)),
  )

  app.post(
    SIGN_IN_API.reactivatePerson,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'reactivatePerson',
      summary: 'Let a deactivated person sign in again, with the same password',
      params: idParamsSchema,
      response: { 200: personSchema, ...errorResponses },
    }),
    async (request) => reactivatePerson(db, actionOf(request)),
  )

  app.post(
    SIGN_IN_API.removeSecondFactors,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'removeSecondFactors',
      summary: 'Remove every second factor of another person who has lost theirs; the sessions end',
      params: idParamsSchema,
      response: { 200: personSchema, ...errorResponses },
    }),
    async (request) => {
      const changed = await removeSecondFactors(own, actionOf(request))
      outbox.wake()
      return changed
    },
  )
}
