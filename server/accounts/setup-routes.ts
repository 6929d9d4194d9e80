import { timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import { setupAnswerSchema } from '../../contract/account.ts'
import { API, SETUP_TOKEN_HEADER } from '../../contract/paths.ts'
import type { Clock } from '../clock.ts'
import type { Tables } from '../database/tables.ts'
import { errorAnswers, type WellheadApp } from '../http/feature.ts'
import { RequestError } from '../http/request-error.ts'
import { createFirstAccount } from './first-account.ts'
import { hashSecret } from './session-secrets.ts'

/** Node gives header names in lower case. */
const SETUP_TOKEN = SETUP_TOKEN_HEADER.toLowerCase() as Lowercase<typeof SETUP_TOKEN_HEADER>

type Dependencies = { db: Kysely<Tables>; clock: Clock; setupToken: string | null }

/** The one-time creation of the first account (`spec.md` section 7). */
export function setupRoutes(app: WellheadApp, { db, clock, setupToken }: Dependencies): void {
  const createFirst = createFirstAccount({ db, clock })

  app.post(
    API.setupAdmin,
    {
      schema: {
        tags: ['accounts'],
        body: z.strictObject({}).nullish().describe('Nothing is sent'),
        headers: z.object({ [SETUP_TOKEN]: z.string().optional() }),
        response: { 201: setupAnswerSchema, ...errorAnswers },
      },
    },
    async (request, reply) => {
      const requireRight = () => requireSetupToken(setupToken, request.headers[SETUP_TOKEN])
      const credentials = await createFirst(requireRight)
      return reply.code(201).header('Cache-Control', 'no-store').send(credentials)
    },
  )
}

function requireSetupToken(expected: string | null, given: string | undefined): void {
  if (expected === null) return
  // Hashes have equal length, which the comparison in constant time needs.
  const isRight = timingSafeEqual(Buffer.from(hashSecret(expected)), Buffer.from(hashSecret(given ?? '')))
  if (!isRight) {
    throw new RequestError('setup_token_wrong', 'Setup needs the token that the operator has set as SETUP_TOKEN.')
  }
}
