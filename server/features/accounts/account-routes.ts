import type { FastifyReply } from 'fastify'
import {
  accountEmailSchema,
  changePasswordSchema,
  type LoginResponse,
  loginResponseSchema,
  loginSchema,
  ownDisplayNameSchema,
  type User,
  userSchema,
} from '../../../contract/accounts/account.ts'
import { secondFactorNeededSchema } from '../../../contract/accounts/sign-in-methods.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import type { Services } from '../feature.ts'
import { type Account, askerOf, findEmail } from './account-queries.ts'
import { changePassword } from './change-password.ts'
import { deviceOf } from './devices/session-device.ts'
import { changeDisplayName, changeEmail } from './manage-accounts.ts'
import { factorNeededFrom } from './second-factor-rule.ts'
import { deleteSession, factorFactsOf, findLiveSession } from './session-queries.ts'
import { bearerToken, signedIn, unauthorized } from './sessions.ts'
import { type SignedIn, signIn, signOutEverywhere } from './sign-in.ts'

/** Sign-in, identity check, sign-out, and changing one's own password and username. */
export function accountRoutes(app: WellheadApp, services: Services): void {
  const { db, clock, hash, sessions } = services
  app.post(
    API.login,
    {
      schema: {
        operationId: 'login',
        summary: 'Sign in: get a bearer token, and the cookie of the applications list',
        tags: ['accounts'],
        body: loginSchema,
        response: { 200: loginResponseSchema, 202: secondFactorNeededSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      const { username, password } = request.body
      const outcome = await signIn(services, { address: request.ip, username }, { password, device: deviceOf(request) })
      reply.header('Cache-Control', 'no-store')
      if ('secondFactor' in outcome) return reply.code(202).send(outcome)
      return reply.code(200).send(await beginSession(services, reply, outcome))
    },
  )

  app.get(
    API.me,
    sessions.guarded({
      may: PEOPLE.own,
      operationId: 'getMe',
      summary: 'Read the account of the bearer token',
      tags: ['accounts'],
      response: { 200: userSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return presentUser(services, signedIn(request), bearerToken(request) as string)
    },
  )

  const emailResponse = { 200: accountEmailSchema, ...errorResponses }
  app.get(
    ADMIN_API.ownEmail,
    sessions.guarded({
      may: PEOPLE.own,
      operationId: 'getOwnEmail',
      summary: 'Read the address that gets the daily digest of the account',
      tags: ['accounts'],
      response: emailResponse,
    }),
    async (request) => ({
      email: await findEmail(db, signedIn(request).id),
    }),
  )

  app.put(
    ADMIN_API.ownEmail,
    sessions.guarded({
      may: PEOPLE.own,
      asksAgain: true,
      operationId: 'setOwnEmail',
      summary: 'Set the address that gets the daily digest of the account',
      tags: ['accounts'],
      body: accountEmailSchema,
      response: emailResponse,
    }),
    async (request) => {
      const by = signedIn(request)
      const change = { by, device: deviceOf(request), now: clock() }
      await changeEmail({ db, hash, securityMails: services }, by.id, request.body.email, change)
      services.outbox.wake()
      return request.body
    },
  )

  app.put(
    ADMIN_API.ownDisplayName,
    sessions.guarded({
      may: PEOPLE.own,
      operationId: 'setOwnDisplayName',
      summary: 'Set the name that signs the messages of the account',
      tags: ['accounts'],
      body: ownDisplayNameSchema,
      response: { 200: ownDisplayNameSchema, ...errorResponses },
    }),
    async (request) => {
      const by = signedIn(request)
      await changeDisplayName(db, by.id, request.body.displayName, { by, now: clock() })
      return request.body
    },
  )

  app.post(
    API.logout,
    sessions.guarded({
      may: PEOPLE.own,
      operationId: 'logout',
      summary: 'Sign out: end the session of the bearer token',
      tags: ['accounts'],
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await deleteSession(db, bearerToken(request) as string)
      sessions.clearCookie(reply)
      return reply.code(204).send(null)
    },
  )

  app.post(
    ADMIN_API.logoutEverywhere,
    sessions.guarded({
      may: PEOPLE.own,
      operationId: 'logoutEverywhere',
      summary: 'End every session of the account',
      tags: ['accounts'],
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await signOutEverywhere(db, signedIn(request), clock())
      sessions.clearCookie(reply)
      return reply.code(204).send(null)
    },
  )

  app.post(
    SIGN_IN_API.changePassword,
    sessions.guarded({
      may: PEOPLE.own,
      operationId: 'changePassword',
      summary: 'Change the password, and the username, of the account in use',
      tags: ['accounts'],
      body: changePasswordSchema,
      response: { 200: loginResponseSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const caller = {
        ...{ by: signedIn(request), token: bearerToken(request) as string },
        ...{ address: request.ip, device: deviceOf(request) },
      }
      const changed = await changePassword(services, caller, request.body)
      reply.header('Cache-Control', 'no-store')
      return beginSession(services, reply, changed)
    },
  )
}

/** Sets the cookie of a session that has begun. @returns the response with its token */
export async function beginSession(
  services: Pick<Services, 'db' | 'clock' | 'sessions'>,
  reply: FastifyReply,
  { account, secrets }: SignedIn,
): Promise<LoginResponse> {
  services.sessions.setCookie(reply, secrets)
  return { token: secrets.token, user: await presentUser(services, account, secrets.token) }
}

/** An account as the person who has it sees it in a session. Every account is an admin's. */
async function presentUser(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  account: Account,
  token: string,
): Promise<User> {
  const { assignments } = await askerOf(db, account)
  const session = await findLiveSession(db, { column: 'token_hash', secret: token, now: clock() })
  // It may end while it is read.
  if (!session) throw unauthorized()
  const facts = factorFactsOf(session)
  const neededFrom = factorNeededFrom(facts)?.toISOString() ?? null
  const secondFactor = { isSet: facts.hasFactor, neededFrom }
  return { ...account, isAdmin: true, assignments: [...assignments], secondFactor }
}
