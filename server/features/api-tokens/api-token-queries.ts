import type { ApiToken } from '../../../contract/accounts/api-tokens.ts'
import { PEOPLE } from '../../../contract/policies/people-policy.ts'
import { reachOf } from '../../../contract/policies/policy.ts'
import type { Db } from '../../platform/database/tables.ts'
import type { Account } from '../accounts/account-queries.ts'
import { readScopes } from '../accounts/session-queries.ts'
import { shownName } from '../audit/audit-queries.ts'

/** The tokens that a person sees, newest first: the own ones, and for owners those of all people. */
export function selectSeenTokens(db: Db, viewer: Account) {
  const all = db
    .selectFrom('api_tokens')
    .innerJoin('accounts', 'accounts.id', 'api_tokens.account_id')
    .select([
      'api_tokens.id',
      'api_tokens.name',
      'scopes',
      'ending',
      'api_tokens.created_at',
      'expires_at',
      'last_used_at',
    ])
    .select(['account_id', 'username', 'display_name as displayName', 'role', 'deactivated_at'])
    .orderBy('api_tokens.id', 'desc')
  return reachOf(viewer.role, PEOPLE.seeTokens) === null ? all.where('account_id', '=', viewer.id) : all
}

type SeenToken = Awaited<ReturnType<ReturnType<typeof selectSeenTokens>['execute']>>[number]

/** A token as its viewer sees it. */
export function presentToken(row: SeenToken, viewer: Account, now: Date): ApiToken {
  const { id, name, ending, account_id, username, displayName, created_at, expires_at, last_used_at } = row
  return {
    ...{ id, name, scopes: readScopes(row), ending },
    person: { id: account_id, name: shownName({ id: account_id, username, displayName }) },
    isOwn: account_id === viewer.id,
    ...{ createdAt: created_at, expiresAt: expires_at, lastUsedAt: last_used_at, state: stateOf(row, now) },
  }
}

function stateOf({ expires_at, deactivated_at, role }: SeenToken, now: Date): ApiToken['state'] {
  if (expires_at <= now.toISOString()) return 'expired'
  return deactivated_at !== null || reachOf(role, PEOPLE.makeTokens) === null ? 'suspended' : 'active'
}
