import { API_TOKEN } from '../../../contract/accounts/api-token-limits.ts'
import type { ApiToken, MadeApiToken, NewApiToken } from '../../../contract/accounts/api-tokens.ts'
import { API_TOKEN_PREFIX } from '../../../contract/accounts/api-tokens.ts'
import type { SignInMethod } from '../../../contract/accounts/sign-in-methods.ts'
import { countRows } from '../../platform/database/count-rows.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { Db } from '../../platform/database/tables.ts'
import { notFound, RequestError } from '../../platform/http/request-error.ts'
import { type Account, findActiveAccount } from '../accounts/account-queries.ts'
import { type OwnChange, queueSecurityMail } from '../accounts/security-mails/security-mails.ts'
import { hashSecret, newSecret } from '../accounts/session-queries.ts'
import { unauthorized } from '../accounts/sessions.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { presentToken, selectSeenTokens } from './api-token-queries.ts'

const DAY_MS = 24 * 60 * 60_000

/** The tokens that a person sees. */
export async function listTokens(db: Db, viewer: Account, now: Date): Promise<ApiToken[]> {
  return (await selectSeenTokens(db, viewer).execute()).map((row) => presentToken(row, viewer, now))
}

/** The maker of a token, and how the maker has signed in. */
type Making = Omit<OwnChange, 'by'> & { by: Account; method: SignInMethod }

/**
 * Makes a token of a person, who is told by mail.
 * @throws {RequestError} `invalid_request` where the person has as many as one can have
 */
export async function makeToken(
  services: Services,
  { by, device, method, now }: Making,
  { name, scopes, days }: NewApiToken,
): Promise<MadeApiToken> {
  const secret = API_TOKEN_PREFIX + newSecret()
  const token = await services.db.transaction().execute(async (trx) => {
    await lockRow(trx, 'accounts', by.id)
    const account = await findActiveAccount(trx, by.id)
    if (!account) throw unauthorized()
    const own = trx.selectFrom('api_tokens').where('account_id', '=', by.id)
    if ((await countRows(own)) >= API_TOKEN.mostOfPerson) throw tooMany()
    const { id } = await trx
      .insertInto('api_tokens')
      .values({
        ...{ account_id: by.id, name, token_hash: hashSecret(secret), ending: secret.slice(-4), method },
        scopes: JSON.stringify(scopes),
        created_at: now.toISOString(),
        expires_at: new Date(now.getTime() + days * DAY_MS).toISOString(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action: 'api_token_made', name } })
    await queueSecurityMail(trx, services, { account, action: 'api_token_made', device, now })
    const row = await selectSeenTokens(trx, by).where('api_tokens.id', '=', id).executeTakeFirstOrThrow()
    return presentToken(row, by, now)
  })
  services.outbox.wake()
  return { token, secret }
}

/** Revokes a token: the next request with it is refused. @throws {RequestError} `not_found`, also for one of another person */
export function revokeToken(
  db: Services['db'],
  { by, id, now }: { by: Account; id: number; now: Date },
): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const token = await selectSeenTokens(trx, by).where('api_tokens.id', '=', id).executeTakeFirst()
    const ended = token && (await trx.deleteFrom('api_tokens').where('id', '=', id).executeTakeFirst())
    if (!ended || ended.numDeletedRows === 0n) throw notFound('There is no such token.')
    const event = { action: 'api_token_revoked', name: token.name } as const
    await recordAction(trx, { by, now, id: token.account_id, subject: 'account', event })
  })
}

function tooMany(): RequestError {
  const message = `You have ${API_TOKEN.mostOfPerson} tokens already. Revoke one that you do not use any more.`
  return new RequestError('invalid_request', message, { issues: [{ path: 'name', message }] })
}
