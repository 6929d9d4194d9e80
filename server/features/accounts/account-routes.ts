import type { Kysely } from 'kysely'
import { loginAnswerSchema, loginSchema, type User, userSchema } from '../../../contract/account.ts'
import { API } from '../../../contract/paths.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { BEARER_ONLY, emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/feature.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { type Account, findAccountByName } from './account-queries.ts'
import { judgePassword } from './judge-password.ts'
import type { Sessions } from './sessions.ts'
import type { SignInGuard } from './sign-in/sign-in-guard.ts'

type Dependencies = { db: Kysely<Tables>; sessions: Sessions; guard: SignInGuard }

/** Sign-in, identity check and sign-out (`spec.md` section 7). */
export function accountRoutes(app: WellheadApp, { db, sessions, guard }: Dependencies): void {
  app.post(
    API.login,
    { schema: { tags: ['accounts'], body: loginSchema, response: { 200: loginAnswerSchema, ...errorResponses } } },
    async (request, reply) => {
      const { username, password } = request.body
      const account = await findAccountByName(db, username)
      const isRight = await judgePassword(guard, {
        attempt: { address: request.ip, username },
        account,
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
      schema: { tags: ['accounts'], security: BEARER_ONLY, response: { 200: userSchema, ...errorResponses } },
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
      schema: { tags: ['accounts'], security: BEARER_ONLY, response: { 204: emptyResponse, ...errorResponses } },
    },
    async (request, reply) => {
      await sessions.end(request, reply)
      return reply.code(204).send(null)
    },
  )

  app.post(
    API.logoutEverywhere,
    {
      onRequest: sessions.requireBearer,
      schema: { tags: ['accounts'], security: BEARER_ONLY, response: { 204: emptyResponse, ...errorResponses } },
    },
    async (request, reply) => {
      await sessions.endAll(request, reply)
      return reply.code(204).send(null)
    },
  )
}

/** An account as its owner is told of it. */
export function presentUser(account: Account): User {
  return { id: account.id, username: account.username, isAdmin: true }
}
