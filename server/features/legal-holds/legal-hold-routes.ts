import {
  legalHoldsSchema,
  newLegalHoldSchema,
  ownLegalHoldSchema,
} from '../../../contract/personal-data/legal-holds.ts'
import { PERSONAL_DATA } from '../../../contract/policies/personal-data-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { actionOf } from '../accounts/sessions.ts'
import { requireEmailKey } from '../applications/stored/email-key-queries.ts'
import type { Services } from '../feature.ts'
import { endHold, setHold } from './change-holds.ts'
import { findHolds, listHolds } from './legal-hold-queries.ts'

/** People whose applications stay until the end of a legal matter (`docs/decisions/0151-retention.md`). */
export function legalHoldRoutes(app: WellheadApp, services: Services): void {
  const { db, sessions, clock } = services
  const shared = { may: PERSONAL_DATA.retain, tags: ['personal-data'] }
  const ofOne = { ...shared, params: idParamsSchema }
  const own = { 200: ownLegalHoldSchema, ...errorResponses }

  app.get(
    ADMIN_API.legalHolds,
    sessions.guarded({
      ...shared,
      operationId: 'listLegalHolds',
      summary: 'List the legal holds',
      response: { 200: legalHoldsSchema, ...errorResponses },
    }),
    async (_request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return { holds: await listHolds(db) }
    },
  )

  app.get(
    ADMIN_API.legalHold,
    sessions.guarded({
      ...ofOne,
      operationId: 'getLegalHold',
      summary: 'Read the legal hold of the person of an application',
      response: own,
    }),
    async (request, reply) => {
      const person = await requireEmailKey(db, request.params.id)
      reply.header('Cache-Control', 'no-store')
      return { hold: (await findHolds(db, [person])).get(person) ?? null }
    },
  )

  app.put(
    ADMIN_API.legalHold,
    sessions.guarded({
      ...ofOne,
      operationId: 'setLegalHold',
      summary: 'Hold all applications of a person, or renew the hold',
      body: newLegalHoldSchema,
      response: own,
    }),
    (request) => setHold(services, actionOf(request, clock), request.body),
  )

  app.delete(
    ADMIN_API.legalHold,
    sessions.guarded({
      ...ofOne,
      // What waits for its end is then erased for good.
      asksAgain: true,
      operationId: 'endLegalHold',
      summary: 'End the legal hold of the person of an application',
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await endHold(services, actionOf(request, clock))
      return reply.code(204).send(null)
    },
  )
}
