import { randomBytes, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { setupAnswerSchema } from '../../contract/account.ts'
import { API, SETUP_TOKEN_HEADER } from '../../contract/paths.ts'
import type { Clock } from '../clock.ts'
import { isUniqueViolation } from '../database/constraints.ts'
import type { Db } from '../database/tables.ts'
import { errorAnswers, type WellheadApp } from '../http/feature.ts'
import { RequestError } from '../http/request-error.ts'
import { insertAccount, isInitialised, markInitialised } from './account-queries.ts'
import { hashPassword } from './passwords.ts'
import { hashSecret } from './session-secrets.ts'

/** Node gives header names in lower case. */
const SETUP_TOKEN = SETUP_TOKEN_HEADER.toLowerCase() as Lowercase<typeof SETUP_TOKEN_HEADER>

/** Name of the generated first account; its password is what keeps it. */
const FIRST_USERNAME = 'admin'

type Dependencies = { db: Db; clock: Clock; setupToken: string | null }

/** The one-time creation of the first account (`spec.md` section 7). */
export function setupRoutes(app: WellheadApp, { db, clock, setupToken }: Dependencies): void {
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
      if (await isInitialised(db)) throw setupClosed()
      requireSetupToken(setupToken, request.headers[SETUP_TOKEN])

      // 144 bits, in characters that are read and typed without doubt.
      const password = randomBytes(18).toString('base64url')
      const passwordHash = await hashPassword(password)
      await db
        .transaction()
        .execute(async (trx) => {
          await markInitialised(trx, clock())
          await insertAccount(trx, {
            username: FIRST_USERNAME,
            password_hash: passwordHash,
            created_at: clock().toISOString(),
          })
        })
        .catch((error) => {
          throw isUniqueViolation(error) ? setupClosed() : error
        })
      return reply.code(201).header('Cache-Control', 'no-store').send({ username: FIRST_USERNAME, password })
    },
  )
}

function setupClosed(): RequestError {
  return new RequestError('setup_closed', 'An admin account already exists.')
}

function requireSetupToken(expected: string | null, given: string | undefined): void {
  if (expected === null) return
  // Hashes have equal length, which the comparison in constant time needs.
  const isRight = timingSafeEqual(Buffer.from(hashSecret(expected)), Buffer.from(hashSecret(given ?? '')))
  if (!isRight) {
    throw new RequestError('setup_token_wrong', 'Setup needs the token that the operator has set as SETUP_TOKEN.')
  }
}
