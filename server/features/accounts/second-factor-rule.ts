import type { Transaction } from 'kysely'
import type { SignInMethod } from '../../../contract/accounts/sign-in-methods.ts'
import type { Db, Tables } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { listSecondFactors } from './account-queries.ts'

/** How long a person has to set a second factor up, from when everybody needs one or from joining, in milliseconds. */
const GRACE_MS = 24 * 60 * 60_000

/** What decides whether a session needs a second factor. */
export type FactorFacts = {
  method: SignInMethod
  hasFactor: boolean
  joinedAt: string
  /** Since when everybody needs one; null while nobody does. */
  requiredSince: string | null
}

/**
 * From when a session opens nothing but the own account, since that has no second factor; null for never. A company account proves by
 * the rules of its provider.
 */
export function factorNeededFrom({ method, hasFactor, joinedAt, requiredSince }: FactorFacts): Date | null {
  if (requiredSince === null || hasFactor || method === 'single_sign_on') return null
  return new Date(Math.max(Date.parse(requiredSince), Date.parse(joinedAt)) + GRACE_MS)
}

/**
 * After a factor of an account was removed, in that transaction: the last one takes the recovery codes with it.
 * @throws {RequestError} `last_factor` for the last one while everybody needs one
 */
export async function afterFactorRemoved(trx: Transaction<Tables>, accountId: number): Promise<void> {
  if ((await listSecondFactors(trx, accountId)).length > 0) return
  if ((await requiredSince(trx)) !== null) {
    const message = 'Everybody needs a second factor here, and this is your last one. Add another one first.'
    throw new RequestError('last_factor', message)
  }
  await trx.deleteFrom('recovery_codes').where('account_id', '=', accountId).execute()
}

/** Since when everybody needs a second factor; null while nobody does. */
async function requiredSince(db: Db): Promise<string | null> {
  const row = await db.selectFrom('sign_in_settings').select('second_factor_since').executeTakeFirst()
  return row?.second_factor_since ?? null
}
