import { randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import {
  newPasswordSchema,
  passwordResetRequestedSchema,
  passwordResetRequestSchema,
  passwordResetSchema,
} from '../../../contract/accounts/password-reset.ts'
import { PASSWORD_RESET_HEADER } from '../../../contract/wire/admin-paths.ts'
import { PASSWORD_RESET } from '../../../contract/wire/limits.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { notFound } from '../../platform/http/request-error.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'
import { scheduleTask } from '../../platform/outbox/outbox-queries.ts'
import { deviceOf } from '../accounts/devices/session-device.ts'
import { createSubmissionLimit } from '../applications/submission/submission-limit.ts'
import type { Services } from '../feature.ts'
import { requestPasswordResetTask } from './request-reset.ts'
import { readReset, resetByLink } from './reset-password.ts'

/** Requests for links that one network may send in an hour. */
const REQUESTS_PER_HOUR = 20
const TOKEN_HEADER = PASSWORD_RESET_HEADER.toLowerCase()

/** A new password by a mailed link (`docs/decisions/0134-password-reset.md`). */
export function passwordResetRoutes(app: WellheadApp, services: Services): void {
  const { db, clock, hash, mail, outbox, shareOf } = services
  const limit = createSubmissionLimit({ db, clock, hash, perHour: REQUESTS_PER_HOUR, purpose: 'password-reset' })
  const tags = ['accounts']
  const headers = z.object({ [TOKEN_HEADER]: z.string().optional() })
  const onRequest = async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(PRIVATE_HEADERS)
  }

  app.post(
    SIGN_IN_API.requestPasswordReset,
    {
      onRequest,
      config: { inTurn: true },
      schema: {
        operationId: 'requestPasswordReset',
        summary: 'Mail a link for a new password to the accounts of a username or an address, if there are any',
        tags,
        body: passwordResetRequestSchema,
        response: { 202: passwordResetRequestedSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      if (!mail) throw withoutMail()
      const name = request.body.username
      await limit.requireRoom(request.ip)
      await db.transaction().execute(async (trx) => {
        const share = await shareOf(trx, request.ip)
        await scheduleTask(trx, { ...requestPasswordResetTask({ requestId: randomUUID(), name }), share }, clock())
        await limit.count(trx, request.ip)
      })
      outbox.wake()
      return reply.code(202).send({ minutes: PASSWORD_RESET.linkMinutes })
    },
  )

  app.get(
    SIGN_IN_API.passwordReset,
    {
      onRequest,
      config: { inTurn: true },
      schema: {
        operationId: 'readPasswordReset',
        summary: 'Read whose password the link of a mail sets',
        tags,
        headers,
        response: { 200: passwordResetSchema, ...errorResponses },
      },
    },
    async (request) => readReset(services, tokenOf(request)),
  )

  app.post(
    SIGN_IN_API.passwordReset,
    {
      onRequest,
      config: { inTurn: true },
      schema: {
        operationId: 'resetPassword',
        summary: 'Set the password of the account of a link; all its sessions and the calendar feed end',
        tags,
        headers,
        body: newPasswordSchema,
        response: { 204: emptyResponse, ...errorResponses },
      },
    },
    async (request, reply) => {
      const reader = { token: tokenOf(request), address: request.ip, device: deviceOf(request) }
      await resetByLink(services, reader, request.body.password)
      return reply.code(204).send(null)
    },
  )
}

function tokenOf({ headers }: FastifyRequest): string {
  const token = headers[TOKEN_HEADER]
  return typeof token === 'string' ? token : ''
}

function withoutMail() {
  return notFound(
    'This site sends no mail, so it cannot send a link. Whoever runs the server gives an account a new password with the command npm run admin -- reset NAME.',
  )
}
