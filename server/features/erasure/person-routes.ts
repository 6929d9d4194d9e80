import { erasePersonSchema, personSchema } from '../../../contract/personal-data/person-erasure.ts'
import { PERSONAL_DATA } from '../../../contract/policies/personal-data-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { actionOf } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { erasePerson } from './erase-person.ts'
import { readPerson } from './erasure-queries.ts'

/** Erasing a person: what would go, and that it goes (`docs/decisions/0150-erasing-a-person.md`). */
export function personRoutes(app: WellheadApp, services: Services): void {
  const { db, sessions, clock } = services
  const ofOne = { tags: ['personal-data'], params: idParamsSchema }

  app.get(
    ADMIN_API.personOfApplication,
    sessions.guarded({
      may: PERSONAL_DATA.erase,
      operationId: 'readPerson',
      summary: 'Read what an erasure of the person of an application would remove',
      ...ofOne,
      response: { 200: personSchema, ...errorResponses },
    }),
    (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return readPerson(db, request.params.id)
    },
  )

  app.post(
    ADMIN_API.erasePerson,
    sessions.guarded({
      may: PERSONAL_DATA.erase,
      asksAgain: true,
      operationId: 'erasePerson',
      summary: 'Erase everything about the person of an application, for good',
      ...ofOne,
      body: erasePersonSchema,
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await erasePerson(services, actionOf(request, clock), request.body.applicationIds)
      return reply.code(204).send(null)
    },
  )
}
