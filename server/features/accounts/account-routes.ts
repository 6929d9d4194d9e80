import {
  accountEmailSchema,
  changePasswordSchema,
  loginResponseSchema,
  loginSchema,
  type User,
  userSchema,
} from '../../../contract/accounts/account.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API } from '../../../contract/wire/paths.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import type { Services } from '../feature.ts'
import { type Account, findEmail } from './account-queries.ts'
import { changePassword } from './change-password.ts'
import { changeEmail } from './manage-accounts.ts'
import { deleteSession } from './session-queries.ts'
import { bearerToken, signedIn } from './sessions.ts'
import { signIn, signOutEverywhere } from './sign-in/sign-in.ts'

/** Sign-in, identity check, sign-out (`spec.md` section 7), and changing one's own password and username (section 2). */
export function accountRoutes(app: WellheadApp, { db, clock, sessions, hash, log, signInEvents }: Services): void {
  const signInContext = { db, clock, hash, log, events: signInEvents }
  app.post(
    API.login,
    { schema: { tags: ['accounts'], body: loginSchema, response: { 200: loginResponseSchema, ...errorResponses } } },
    async (request, reply) => {
      const { username, password } = request.body
      const { account, secrets } = await signIn(signInContext, { address: request.ip, username }, password)
      sessions.setCookie(reply, secrets)
      return reply.header('Cache-Control', 'no-store').send({ token: secrets.token, user: presentUser(account) })
    },
  )

  app.get(
    API.me,
    sessions.guarded({ tags: ['accounts'], response: { 200: userSchema, ...errorResponses } }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return presentUser(signedIn(request))
    },
  )

  const emailResponse = { 200: accountEmailSchema, ...errorResponses }
  app.get(ADMIN_API.ownEmail, sessions.guarded({ tags: ['accounts'], response: emailResponse }), async (request) => ({
    email: await findEmail(db, signedIn(request).id),
  }))

  app.put(
    ADMIN_API.ownEmail,
    sessions.guarded({ tags: ['accounts'], body: accountEmailSchema, response: emailResponse }),
    async (request) => {
      const by = signedIn(request)
      await changeEmail(db, by.id, request.body.email, { by, now: clock() })
      return request.body
    },
  )

  app.post(
    API.logout,
    sessions.guarded({ tags: ['accounts'], response: { 204: emptyResponse, ...errorResponses } }),
    async (request, reply) => {
      await deleteSession(db, bearerToken(request) as string)
      sessions.clearCookie(reply)
      return reply.code(204).send(null)
    },
  )

  app.post(
    ADMIN_API.logoutEverywhere,
    sessions.guarded({ tags: ['accounts'], response: { 204: emptyResponse, ...errorResponses } }),
    async (request, reply) => {
      await signOutEverywhere(db, signedIn(request), clock())
      sessions.clearCookie(reply)
      return reply.code(204).send(null)
    },
  )

  app.post(
    ADMIN_API.changePassword,
    sessions.guarded({
      tags: ['accounts'],
      body: changePasswordSchema,
      response: { 200: loginResponseSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const caller = { by: signedIn(request), token: bearerToken(request) as string, address: request.ip }
      const { account, secrets } = await changePassword(signInContext, caller, request.body)
      sessions.setCookie(reply, secrets)
      return reply.header('Cache-Control', 'no-store').send({ token: secrets.token, user: presentUser(account) })
    },
  )
}

/** An account as its owner sees it. */
function presentUser(account: Account): User {
  return { id: account.id, username: account.username, isAdmin: true }
}
