import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { APPLICATION_TOKEN_HEADER } from '../../../contract/wire/paths.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'

const TOKEN_HEADER = APPLICATION_TOKEN_HEADER.toLowerCase()

/** What every route has that a private link opens. */
export const LINKED = {
  headers: z.object({ [TOKEN_HEADER]: z.string().optional() }),
  onRequest: async (_request: FastifyRequest, reply: FastifyReply) => {
    reply.headers(PRIVATE_HEADERS)
  },
}

/** The token of a private link; empty without one. */
export function tokenOf({ headers }: FastifyRequest): string {
  const token = headers[TOKEN_HEADER]
  return typeof token === 'string' ? token : ''
}
