import type { Setup, SetupResponse } from '../../../contract/accounts/account.ts'
import { isOutcomeUnknown, isUniqueViolation } from '../../platform/database/constraints.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { accountOf, findAccountByName, insertAccount, isInitialised, markInitialised } from './account-queries.ts'
import { generatePassword, hashPassword } from './passwords/password-hashing.ts'

/** Username of the generated first account; its password protects it. */
const FIRST_USERNAME = 'admin'

/**
 * Makes the one-time setup. Calls within one process run one after the other, so that later ones are refused instead of
 * queueing for a hash; between processes the database decides.
 * @returns creates the account and returns its credentials; `requireRight` throws when the caller may not do that
 */
export function createFirstAccount({ db, clock }: Pick<Services, 'db' | 'clock'>) {
  let latest: Promise<unknown> = Promise.resolve()

  const create = async ({ displayName }: Setup): Promise<SetupResponse> => {
    if (await isInitialised(db)) throw setupClosed()
    const password = generatePassword()
    const passwordHash = await hashPassword(password)
    const names = { username: FIRST_USERNAME, display_name: displayName ?? null }
    const account = { ...names, password_hash: passwordHash, created_at: clock().toISOString() }
    await db
      .transaction()
      .execute(async (trx) => {
        if (!(await markInitialised(trx, clock()))) throw setupClosed()
        const id = await insertAccount(trx, account)
        const by = accountOf({ id, ...names, role: 'owner' })
        await recordAction(trx, { by, now: clock(), id, subject: 'account', event: { action: 'set_up' } })
      })
      .catch(async (error) => {
        if (isUniqueViolation(error)) throw setupClosed()
        // If the commit succeeded nevertheless, the password would be lost.
        const stored = isOutcomeUnknown(error) && (await findAccountByName(db, FIRST_USERNAME).catch(() => undefined))
        if (!stored || stored.password_hash !== passwordHash) throw error
      })
    return { username: FIRST_USERNAME, password }
  }

  return async (requireRight: () => Promise<void>, asked: Setup): Promise<SetupResponse> => {
    if (await isInitialised(db)) throw setupClosed()
    await requireRight()
    const mine = latest.then(() => create(asked))
    latest = mine.catch(() => undefined)
    return mine
  }
}

function setupClosed(): RequestError {
  return new RequestError('setup_closed', 'An admin account already exists.')
}
