import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { loginResponseSchema } from '../../../contract/accounts/account.ts'
import { joinOfferSchema, joinSchema } from '../../../contract/accounts/people.ts'
import { INVITATION_TOKEN_HEADER } from '../../../contract/wire/admin-paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'
import { beginSession } from '../accounts/account-routes.ts'
import { deviceOf } from '../accounts/devices/session-device.ts'
import type { Services } from '../feature.ts'
import { join, readJoinOffer } from './join.ts'

const TOKEN_HEADER = INVITATION_TOKEN_HEADER.toLowerCase()

/** What an invited person reads and does with the link of an invitation. */
export function joinRoutes(app: WellheadApp, services: Services): void {
  const tags = ['people']
  const headers = z.object({ [TOKEN_HEADER]: z.string().optional() })
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(PRIVATE_HEADERS)
  }

  app.get(
    SIGN_IN_API.join,
    {
      onRequest,
      config: { inTurn: true },
      schema: {
        operationId: 'readInvitation',
        summary: 'Read what an invitation offers',
        tags,
        headers,
        response: { 200: joinOfferSchema, ...errorResponses },
      },
    },
    async (request) => readJoinOffer(services, tokenOf(request)),
  )

  app.post(
    SIGN_IN_API.join,
    {
      onRequest,
      config: { inTurn: true },
      schema: {
        operationId: 'join',
        summary: 'Make the account of an invitation, and sign in',
        tags,
        headers,
        body: joinSchema,
        response: { 201: loginResponseSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      const invited = { token: tokenOf(request), address: request.ip, device: deviceOf(request) }
      const joined = await join(services, invited, request.body)
      return reply.code(201).send(await beginSession(services, reply, joined))
    },
  )
}

function tokenOf({ headers }: FastifyRequest): string {
  const token = headers[TOKEN_HEADER]
  return typeof token === 'string' ? token : ''
}
