import { randomBytes, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { loginAnswerSchema, loginSchema, setupAnswerSchema, type User, userSchema } from '../../contract/account.ts'
import { API, SETUP_TOKEN_HEADER } from '../../contract/paths.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Clock } from '../clock.ts'
import { isUniqueViolation } from '../database/constraints.ts'
import type { Db } from '../database/tables.ts'
import { BEARER_ONLY, emptyAnswer, errorAnswers, type WellheadApp } from '../http/feature.ts'
import { RequestError } from '../http/request-error.ts'
import { type Account, findAccountByName, insertAccount, isInitialised, markInitialised } from './account-queries.ts'
import { hashPassword, verifyPassword } from './passwords.ts'
import { hashSecret } from './session-secrets.ts'
import type { Sessions } from './sessions.ts'

/** Node gives header names in lower case. */
const SETUP_TOKEN = SETUP_TOKEN_HEADER.toLowerCase() as Lowercase<typeof SETUP_TOKEN_HEADER>

/** Name of the generated first account; its password is what keeps it. */
const FIRST_USERNAME = 'admin'

type Dependencies = { db: Db; sessions: Sessions; clock: Clock; setupToken: string | null }

/** First-admin setup, sign-in, identity check and sign-out (`spec.md` section 7). */
export function accountRoutes(app: WellheadApp, { db, sessions, clock, setupToken }: Dependencies): void {
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
          const id = await insertAccount(trx, {
            username: FIRST_USERNAME,
            password_hash: passwordHash,
            created_at: clock().toISOString(),
          })
          const by = { id, username: FIRST_USERNAME }
          await recordAction(trx, { by, now: clock(), id, subject: 'account', event: { action: 'set_up' } })
        })
        .catch((error) => {
          throw isUniqueViolation(error) ? setupClosed() : error
        })
      return reply.code(201).header('Cache-Control', 'no-store').send({ username: FIRST_USERNAME, password })
    },
  )

  app.post(
    API.login,
    { schema: { tags: ['accounts'], body: loginSchema, response: { 200: loginAnswerSchema, ...errorAnswers } } },
    async (request, reply) => {
      const account = await findAccountByName(db, request.body.username)
      const isRight = await verifyPassword(account?.password_hash, request.body.password)
      const token = account && isRight ? await sessions.start(account, reply) : undefined
      if (!account || token === undefined) throw new RequestError('unauthorized', 'Invalid username or password.')
      return reply.header('Cache-Control', 'no-store').send({ token, user: presentUser(account) })
    },
  )

  app.get(
    API.me,
    {
      onRequest: sessions.requireBearer,
      schema: { tags: ['accounts'], security: BEARER_ONLY, response: { 200: userSchema, ...errorAnswers } },
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return presentUser(request.account as Account)
    },
  )

  app.post(
    API.logout,
    {
      onRequest: sessions.requireBearer,
      schema: { tags: ['accounts'], security: BEARER_ONLY, response: { 204: emptyAnswer, ...errorAnswers } },
    },
    async (request, reply) => {
      await sessions.end(request, reply)
      return reply.code(204).send(null)
    },
  )
}

function presentUser(account: Account): User {
  return { id: account.id, username: account.username, isAdmin: true }
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
