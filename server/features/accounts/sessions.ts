import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyBaseLogger, FastifyContextConfig, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import type { Role } from '../../../contract/accounts/roles.ts'
import type { SignInMethod } from '../../../contract/accounts/sign-in-methods.ts'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import type { Permission } from '../../../contract/policies/policy.ts'
import type { Clock } from '../../platform/clock.ts'
import { isDatabaseUnavailable } from '../../platform/database/constraints.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { BODY_LIMIT } from '../../platform/http/connections/body-limits.ts'
import { isCrossSite } from '../../platform/http/cross-site.ts'
import type { OperationTexts } from '../../platform/http/openapi/openapi-texts.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import type { Action } from '../audit/audit-queries.ts'
import { type Account, accountOf } from './account-queries.ts'
import { requireAccess, requireRole, type Subject } from './require-access.ts'
import { factorNeededFrom } from './second-factor-rule.ts'
import {
  AGE_LIMIT,
  confirmedUntil,
  factorFactsOf,
  findLiveSession,
  hashSecret,
  listLiveSessions,
  type SessionRow,
  type SessionSecrets,
  touchSession,
} from './session-queries.ts'
import { createTokenAccess, isApiToken } from './token-access.ts'
import { securityOf } from './tokens/token-operations.ts'

/** Least time between two writes of a session's last use, in milliseconds, so that reads stay reads. */
const TOUCH_INTERVAL = 60_000

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in account; set by the guards of routes. */
    account?: Account
  }

  interface FastifyContextConfig {
    /** What the route does it to, where a hiring manager may do it to some of that alone. */
    of?: Subject | 'rows' | 'named'
    /** Whether the person must have proved who it is within a quarter of an hour. */
    asksAgain?: boolean
  }
}

declare module '../feature.ts' {
  interface Services {
    sessions: Sessions
  }
}

/** What a route has to say that a hiring manager may use for some postings alone: how it keeps to them. */
type SubjectOf<May extends Permission> = May extends { hiring_manager: 'assigned' | 'deciding' }
  ? { of: Subject | 'rows' | 'named' }
  : { of?: never }

function isSubject(of: Subject | 'rows' | 'named' | undefined): of is Subject {
  return of !== undefined && of !== 'rows' && of !== 'named'
}

/** The sessions of requests: only this file reads the bearer token and the applications cookie. */
type Sessions = ReturnType<typeof createSessions>

/**
 * Name of the cookie that authorises reading the list of applications. The prefix keeps other hosts from setting it;
 * browsers accept it over HTTPS only.
 */
export function applicationsCookieName(isHttps: boolean): string {
  return isHttps ? '__Host-wellhead-applications' : 'wellhead-applications'
}

type SessionsOptions = { db: Kysely<Tables>; clock: Clock; publicUrl: string; log: FastifyBaseLogger }

/**
 * Makes the guards of routes and the setter of the cookie.
 * @param options.publicUrl address of the site: over HTTPS the cookie has another name and its Secure flag
 * @param options.log hears of what could not be noted about an API token
 */
export function createSessions({ db, clock, publicUrl, log }: SessionsOptions) {
  const tokens = createTokenAccess({ db, clock, log })
  const { origin: publicOrigin, protocol } = new URL(publicUrl)
  const isHttps = protocol === 'https:'
  const cookieName = applicationsCookieName(isHttps)
  const cookieOptions = { name: cookieName, path: '/', httpOnly: true, sameSite: 'strict', secure: isHttps } as const

  const use = async (session: SessionRow | undefined, may?: Permission): Promise<SessionRow | undefined> => {
    if (!session) return undefined
    if (may !== PEOPLE.own) requireFactor(session, clock())
    if (clock().getTime() - Date.parse(session.last_used_at) > TOUCH_INTERVAL) {
      // While nothing can be written, reads go on; the session then ends a little earlier.
      await touchSession(db, session, clock()).catch(unlessUnavailable)
    }
    return session
  }

  const findBy = async (column: 'token_hash' | 'cookie_hash', secret: string, may?: Permission) =>
    use(await findLiveSession(db, { column, secret, now: clock() }), may)

  /** The session of the bearer token; undefined without a token. @throws {RequestError} for an invalid token */
  const sessionOf = async (request: FastifyRequest, may?: Permission): Promise<SessionRow | undefined> => {
    const token = bearerToken(request)
    if (token === undefined) return undefined
    const session = await findBy('token_hash', token, may)
    if (!session) throw unauthorized()
    return session
  }

  /** The account of the bearer token, of a person or of a program; undefined without a token. @throws {RequestError} for an invalid one */
  const fromBearer = async (request: FastifyRequest): Promise<Account | undefined> => {
    const token = bearerToken(request)
    if (token !== undefined && isApiToken(token)) return tokens.require(request, token, unauthorized)
    const session = await sessionOf(request)
    return session && accountOf(session)
  }

  const requireBearer = async (request: FastifyRequest, may: Permission, asksAgain: boolean): Promise<void> => {
    const token = bearerToken(request)
    if (token !== undefined && isApiToken(token)) {
      request.account = await tokens.require(request, token, unauthorized)
      // Of what asks again, tokens open exports alone, for which the person has chosen the scope.
      return requireRole(request.account, may)
    }
    const session = await sessionOf(request, may)
    if (!session) throw unauthorized()
    request.account = accountOf(session)
    requireRole(request.account, may)
    if (asksAgain && !confirmedUntil(session, clock())) throw confirmationNeeded()
  }

  return {
    fromBearer,

    /** The roles of the sessions that still open something, by the hashes of their tokens from {@link tokenHashOf}. Prolongs none. */
    rolesOf: async (tokenHashes: readonly string[]): Promise<Map<string, Role>> => {
      const now = clock()
      const live = tokenHashes.length === 0 ? [] : await listLiveSessions(db, tokenHashes, now)
      return new Map(live.filter((each) => !lacksFactor(each, now)).map(({ token_hash, role }) => [token_hash, role]))
    },

    /** How the session of a request was begun. */
    methodOf: async (request: FastifyRequest): Promise<SignInMethod> => {
      const session = await sessionOf(request)
      if (!session) throw unauthorized()
      return session.method
    },

    /** Until when the session of a request counts as confirmed; undefined where that is over. */
    confirmedUntil: async (request: FastifyRequest): Promise<Date | undefined> => {
      const session = await sessionOf(request, PEOPLE.own)
      return session && confirmedUntil(session, clock())
    },

    /**
     * Options of a route that requires a bearer token: the guards, and what the OpenAPI document says about it.
     * @param options.may what the route does, by the policy of its resource
     * @param options.of what the `:id` of its address names, where a hiring manager may do it to some alone. `'rows'`: the route reads
     * through {@link seenBy}. `'named'`: it asks {@link permittedApplications} about what its body names. The role matrix holds both to it
     * @param options.asksAgain only for a person who has proved within a quarter of an hour who it is, by signing in or by confirming
     */
    guarded: <Schema extends OperationTexts, May extends Permission>({
      may,
      of,
      asksAgain = false,
      config,
      ...schema
    }: Schema & { may: May; asksAgain?: boolean; config?: FastifyContextConfig } & SubjectOf<May>) => ({
      onRequest: (request: FastifyRequest) => requireBearer(request, may, asksAgain),
      // Once the address and the body are read, so that what is wrong with them is said about every subject.
      preHandler: async (request: FastifyRequest) => {
        // A body may come so slowly that the person has lost the right meanwhile.
        if (request.body !== undefined) await requireBearer(request, may, asksAgain)
        const { id } = request.params as { id: number }
        if (isSubject(of)) await requireAccess(db, signedIn(request), { may, of, id })
      },
      bodyLimit: BODY_LIMIT.admin,
      config: { ...config, may, asksAgain, ...(of === undefined ? {} : { of }) },
      schema: { ...schema, security: securityOf(schema.operationId) },
    }),

    /**
     * Hook of the applications list alone: requires a bearer token, or the cookie that sign-in sets. A browser sends the
     * cookie from pages on other ports too; it is then not looked up, so that neither response nor time tells them
     * whether it is valid.
     */
    requireApplicationsReader: async (request: FastifyRequest): Promise<void> => {
      const sent = isCrossSite(request, publicOrigin) ? undefined : request.headers.cookie
      const cookie = sent && parseCookie(sent)[cookieName]
      const byCookie = async () => {
        const session = cookie && (await findBy('cookie_hash', cookie))
        return session ? accountOf(session) : undefined
      }
      const account = (await fromBearer(request)) ?? (await byCookie())
      if (!account) throw unauthorized()
      request.account = account
      requireRole(account, APPLICATIONS.read)
    },

    /** Sets the cookie. Without an age the browser drops it when it closes, while the stored token stays. */
    setCookie: (reply: FastifyReply, { cookie }: SessionSecrets): void => {
      reply.header('Set-Cookie', stringifySetCookie({ ...cookieOptions, value: cookie, maxAge: AGE_LIMIT / 1000 }))
    },

    /** Clears the cookie. */
    clearCookie: (reply: FastifyReply): void => {
      reply.header('Set-Cookie', stringifySetCookie({ ...cookieOptions, value: '', maxAge: 0, expires: new Date(0) }))
    },
  }
}

/** Without the second factor that everybody needs, a session opens the own account alone. @throws {RequestError} `second_factor_needed` */
function requireFactor(session: SessionRow, now: Date): void {
  if (!lacksFactor(session, now)) return
  const message = 'Everybody needs a second factor here. Set yours up first: an authenticator app or a passkey.'
  throw new RequestError('second_factor_needed', message)
}

function lacksFactor(session: SessionRow, now: Date): boolean {
  const from = factorNeededFrom(factorFactsOf(session))
  return from !== null && now >= from
}

/** The hash of the bearer token of a request that a guard has let pass. */
export function tokenHashOf(request: FastifyRequest): string {
  return hashSecret(bearerToken(request) ?? '')
}

function unlessUnavailable(error: unknown): void {
  if (!isDatabaseUnavailable(error)) throw error
}

/** The account of a request that a guard has let pass. @throws {RequestError} on a route without a guard */
export function signedIn({ account }: Pick<FastifyRequest, 'account'>): Account {
  if (!account) throw unauthorized()
  return account
}

/** The admin, the row that the path names, and the time of a request that a guard has let pass. */
export function actionOf(request: Pick<FastifyRequest, 'account'> & { params: { id: number } }, clock: Clock): Action {
  return { by: signedIn(request), id: request.params.id, now: clock() }
}

/** The bearer token of a request: undefined without the header, empty for another scheme. */
export function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  if (header === undefined) return undefined
  return /^Bearer +(\S+)$/i.exec(header)?.[1] ?? ''
}

function confirmationNeeded(): RequestError {
  return new RequestError('confirmation_needed', 'Nothing was done: please confirm first that it is you.')
}

/** The response to a request without a valid session. */
export function unauthorized(): RequestError {
  return new RequestError('unauthorized', 'Please log in to continue.')
}
