import { timingSafeEqual } from 'node:crypto'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import { loginAnswerSchema, loginSchema, setupAnswerSchema, type User, userSchema } from '../../contract/account.ts'
import { API, SETUP_TOKEN_HEADER } from '../../contract/paths.ts'
import type { Clock } from '../clock.ts'
import type { Tables } from '../database/tables.ts'
import { BEARER_ONLY, emptyAnswer, errorAnswers, type WellheadApp } from '../http/feature.ts'
import { RequestError } from '../http/request-error.ts'
import type { SignInLimit } from '../limits/sign-in-limit.ts'
import { type Account, findAccountByName } from './account-queries.ts'
import { createFirstAccount } from './first-account.ts'
import { judgePassword } from './judge-password.ts'
import { hashSecret } from './session-secrets.ts'
import type { Sessions } from './sessions.ts'

/** Node gives header names in lower case. */
const SETUP_TOKEN = SETUP_TOKEN_HEADER.toLowerCase() as Lowercase<typeof SETUP_TOKEN_HEADER>

type Dependencies = {
  db: Kysely<Tables>
  sessions: Sessions
  clock: Clock
  limit: SignInLimit
  setupToken: string | null
}

/** First-admin setup, sign-in, identity check and sign-out (`spec.md` section 7). */
export function accountRoutes(app: WellheadApp, { db, sessions, clock, limit, setupToken }: Dependencies): void {
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

  app.post(
    API.login,
    { schema: { tags: ['accounts'], body: loginSchema, response: { 200: loginAnswerSchema, ...errorAnswers } } },
    async (request, reply) => {
      const { username, password } = request.body
      const account = await findAccountByName(db, username)
      const isRight = await judgePassword(limit, {
        attempt: { address: request.ip, username },
        stored: account?.password_hash,
        password,
      })
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

function requireSetupToken(expected: string | null, given: string | undefined): void {
  if (expected === null) return
  // Hashes have equal length, which the comparison in constant time needs.
  const isRight = timingSafeEqual(Buffer.from(hashSecret(expected)), Buffer.from(hashSecret(given ?? '')))
  if (!isRight) {
    throw new RequestError('setup_token_wrong', 'Setup needs the token that the operator has set as SETUP_TOKEN.')
  }
}
