import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../../platform/clock.ts'
import { isDatabaseUnavailable } from '../../platform/database/constraints.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { AccountRow, Tables } from '../../platform/database/tables.ts'
import { isCrossSite } from '../../platform/http/cross-site.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { recordAction } from '../audit/audit-queries.ts'
import {
  type Account,
  AGE_LIMIT,
  deleteExpiredSessions,
  deleteSession,
  deleteSessions,
  findLiveSession,
  findPasswordHash,
  insertSession,
  type SessionRow,
  touchSession,
} from './account-queries.ts'
import { applicationsCookieName } from './applications-cookie.ts'
import { hashSecret, newSecret } from './session-secrets.ts'

/** A session's last use is written down at most this often, in milliseconds, so that reads stay reads. */
const TOUCH_INTERVAL = 60_000

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in account; set by `requireBearer` and `requireApplicationsReader`. */
    account?: Account
  }
}

/** What opens a session: known to the browser alone, and stored as hashes. */
export type SessionSecrets = { token: string; cookie: string }

/** Who is calling: the one place that reads the bearer token and the applications cookie. */
export type Sessions = ReturnType<typeof createSessions>

/**
 * Makes the session keeper.
 * @param options.publicUrl address of the site: over HTTPS the cookie has another name and its Secure flag
 */
export function createSessions({ db, clock, publicUrl }: { db: Kysely<Tables>; clock: Clock; publicUrl: string }) {
  const { origin: publicOrigin, protocol } = new URL(publicUrl)
  const isHttps = protocol === 'https:'
  const cookieName = applicationsCookieName(isHttps)
  const cookieOptions = { path: '/', httpOnly: true, sameSite: 'strict', secure: isHttps } as const

  const use = async (session: SessionRow | undefined): Promise<Account | undefined> => {
    if (!session) return undefined
    if (clock().getTime() - Date.parse(session.last_used_at) > TOUCH_INTERVAL) {
      // Reading goes on while nothing can be written; the session then merely ends a little earlier.
      await touchSession(db, session.session_id, clock()).catch(unlessUnavailable)
    }
    return { id: session.id, username: session.username }
  }

  const findBy = async (column: 'token_hash' | 'cookie_hash', secret: string) =>
    use(await findLiveSession(db, { column, hash: hashSecret(secret), now: clock() }))

  /** The account of the bearer token; undefined without one. A token that is not valid is refused, never ignored. */
  const fromBearer = async (request: FastifyRequest): Promise<Account | undefined> => {
    const token = bearerToken(request)
    if (token === undefined) return undefined
    const account = await findBy('token_hash', token)
    if (!account) throw unauthorized()
    return account
  }

  const insert = async (trx: Transaction<Tables>, accountId: number): Promise<SessionSecrets> => {
    const secrets = { token: newSecret(), cookie: newSecret() }
    const hashes = { tokenHash: hashSecret(secrets.token), cookieHash: hashSecret(secrets.cookie) }
    await insertSession(trx, { accountId, ...hashes, now: clock() })
    return secrets
  }

  /** Without an age the browser would drop it when it is closed, and the stored token would open all but the list. */
  const setCookie = (reply: FastifyReply, { cookie }: SessionSecrets): void => {
    reply.setCookie(cookieName, cookie, { ...cookieOptions, maxAge: AGE_LIMIT / 1000 })
  }

  return {
    fromBearer,
    setCookie,

    /** Hook: only a bearer token lets a request pass. */
    requireBearer: async (request: FastifyRequest): Promise<void> => {
      const account = await fromBearer(request)
      if (!account) throw unauthorized()
      request.account = account
    },

    /**
     * Hook of the applications list alone: a bearer token, or the cookie that sign-in sets beside it. A browser sends the
     * cookie for the pages of other ports, too; it is not even looked up then, so that no answer and no time tells
     * those whether it is a good one.
     */
    requireApplicationsReader: async (request: FastifyRequest): Promise<void> => {
      const cookie = isCrossSite(request, publicOrigin) ? undefined : request.cookies[cookieName]
      const account = (await fromBearer(request)) ?? (cookie && (await findBy('cookie_hash', cookie)))
      if (!account) throw unauthorized()
      request.account = account
    },

    /**
     * Starts a session: sets the cookie and gives back the token, which is not stored. Undefined when the password
     * that was judged has been changed meanwhile, so that no session of the old one outlives the change.
     */
    start: async (account: AccountRow, reply: FastifyReply): Promise<string | undefined> => {
      const secrets = await db.transaction().execute(async (trx) => {
        await lockRow(trx, 'accounts', account.id, 'share')
        if ((await findPasswordHash(trx, account.id)) !== account.password_hash) return undefined
        const started = await insert(trx, account.id)
        const event = { action: 'signed_in' } as const
        await recordAction(trx, { by: account, now: clock(), id: account.id, subject: 'account', event })
        await deleteExpiredSessions(trx, clock())
        return started
      })
      if (!secrets) return undefined
      setCookie(reply, secrets)
      return secrets.token
    },

    /**
     * Ends every session of the request's account and starts a new one in place of the request's own.
     * @returns what opens the new one; the cookie is to be set once the transaction is committed
     * @throws {RequestError} `unauthorized` when the request's session was ended meanwhile
     */
    renew: async (trx: Transaction<Tables>, request: FastifyRequest): Promise<SessionSecrets> => {
      const { id } = request.account as Account
      const ended = await deleteSessions(trx, id)
      if (!ended.includes(hashSecret(bearerToken(request) ?? ''))) throw unauthorized()
      return insert(trx, id)
    },

    /** Ends the session of the request's token and clears the cookie. */
    end: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const token = bearerToken(request)
      if (token !== undefined) await deleteSession(db, hashSecret(token))
      reply.clearCookie(cookieName, cookieOptions)
    },

    /** Ends every session of the request's account, wherever it is signed in, and clears the cookie. */
    endAll: async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
      const by = request.account as Account
      await db.transaction().execute(async (trx) => {
        await lockRow(trx, 'accounts', by.id)
        await deleteSessions(trx, by.id)
        const event = { action: 'signed_out_everywhere' } as const
        await recordAction(trx, { by, now: clock(), id: by.id, subject: 'account', event })
      })
      reply.clearCookie(cookieName, cookieOptions)
    },
  }
}

function unlessUnavailable(error: unknown): void {
  if (!isDatabaseUnavailable(error)) throw error
}

function bearerToken(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization
  if (header === undefined) return undefined
  return /^Bearer +(\S+)$/i.exec(header)?.[1] ?? ''
}

function unauthorized(): RequestError {
  return new RequestError('unauthorized', 'Please log in to continue.')
}
