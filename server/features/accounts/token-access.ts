import type { FastifyBaseLogger, FastifyRequest } from 'fastify'
import type { Kysely } from 'kysely'
import { API_TOKEN } from '../../../contract/accounts/api-token-limits.ts'
import { API_TOKEN_PREFIX } from '../../../contract/accounts/api-tokens.ts'
import { TOKEN_SCOPES } from '../../../contract/accounts/token-scopes.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import { createBudget } from '../../platform/budget.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { RequestError, tooManyRequests } from '../../platform/http/request-error.ts'
import { type Account, accountOf } from './account-queries.ts'
import { requireRole } from './require-access.ts'
import { factorNeededFrom } from './second-factor-rule.ts'
import {
  factorFactsOf,
  findLiveToken,
  hashSecret,
  isSecret,
  type LiveToken,
  readScopes,
  touchToken,
} from './session-queries.ts'
import { scopeOf } from './tokens/token-operations.ts'

/** Least time between two writes of a token's last use, in milliseconds. */
const TOUCH_INTERVAL = 60_000

/** What one request takes of the budget of its token: as many of them as a minute may have. */
const OF_ONE_REQUEST = 60_000 / API_TOKEN.perMinute

/** Whether a bearer token has the form of an API token. A session may begin with the same letters by chance, but is shorter. */
export function isApiToken(token: string): boolean {
  return token.startsWith(API_TOKEN_PREFIX) && isSecret(token.slice(API_TOKEN_PREFIX.length))
}

/**
 * Makes the check of API tokens. A token acts as its person may at this moment, narrowed to the operations of its scopes.
 * @param options.log hears of a last use that could not be stored
 */
export function createTokenAccess({ db, clock, log }: { db: Kysely<Tables>; clock: Clock; log: FastifyBaseLogger }) {
  const budget = createBudget({ mostMs: 60_000, perSecondMs: 1_000 })
  /** When this process last wrote the use of each token, so that a write that waits is not begun again. */
  const touched = new Map<number, number>()

  const requireBudget = (id: number) => {
    const waitMs = budget.waitMs(String(id))
    if (waitMs > 0)
      throw tooManyRequests(
        `This token may send ${API_TOKEN.perMinute} requests in a minute, and has sent more.`,
        waitMs,
      )
    budget.spend(String(id), OF_ONE_REQUEST)
  }

  // Not awaited: the last use of a token must delay no response.
  const touch = ({ token_id, last_used_at }: LiveToken, now: Date) => {
    const last = Math.max(last_used_at === null ? 0 : Date.parse(last_used_at), touched.get(token_id) ?? 0)
    if (now.getTime() - last < TOUCH_INTERVAL) return
    touched.set(token_id, now.getTime())
    touchToken(db, token_id, now).catch((err) => log.warn({ err }, 'the last use of an API token is not stored'))
  }

  return {
    /**
     * The account for which a token acts in a request.
     * @throws {RequestError} `unauthorized` for one that opens nothing, `token_not_accepted`, `scope_needed`, `too_many_requests`
     */
    require: async (request: FastifyRequest, token: string, unauthorized: () => RequestError): Promise<Account> => {
      const now = clock()
      const found = await findLiveToken(db, hashSecret(token), now)
      if (!found) throw unauthorized()
      const account = { ...accountOf(found), token: { id: found.token_id, name: found.token_name } }
      // A guard asks twice about a request with a body, which counts once.
      if (!request.account) requireBudget(found.token_id)
      requireRole(account, PEOPLE.makeTokens)
      requireFactor(found, now)
      requireScope(request.routeOptions.schema?.operationId, found)
      touch(found, now)
      return account
    },
  }
}

/** A person who has to set a second factor up first cannot go around it by a token. */
function requireFactor(token: LiveToken, now: Date): void {
  const from = factorNeededFrom(factorFactsOf(token))
  if (from === null || now < from) return
  const message = 'Everybody needs a second factor here. The person of this token has to set one up first.'
  throw new RequestError('second_factor_needed', message)
}

function requireScope(operationId: string | undefined, token: LiveToken): void {
  const scope = operationId === undefined ? undefined : scopeOf(operationId)
  if (scope === undefined) throw new RequestError('token_not_accepted', 'This takes a sign-in: no API token opens it.')
  if (!readScopes(token).includes(scope))
    throw new RequestError('scope_needed', `This token lacks the scope “${TOKEN_SCOPES[scope].name}”.`)
}
