import type { Kysely } from 'kysely'
import type { SetupAnswer } from '../../../contract/account.ts'
import type { Clock } from '../../platform/clock.ts'
import { isOutcomeUnknown, isUniqueViolation } from '../../platform/database/constraints.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { recordAction } from '../audit/audit-queries.ts'
import { findAccountByName, insertAccount, isInitialised, markInitialised } from './account-queries.ts'
import { generatePassword, hashPassword } from './passwords.ts'

/** Name of the generated first account; its password is what keeps it. */
const FIRST_USERNAME = 'admin'

type Dependencies = { db: Kysely<Tables>; clock: Clock }

/**
 * Makes the one-time setup. Calls within one process come one after the other, so that the losers of a race are told that
 * it is over instead of queueing for a hash; between processes the database decides.
 * @returns creates the account and gives its sign-in; `requireRight` throws when the caller may not do that
 */
export function createFirstAccount({ db, clock }: Dependencies) {
  let latest: Promise<unknown> = Promise.resolve()

  const create = async (): Promise<SetupAnswer> => {
    if (await isInitialised(db)) throw setupClosed()
    const password = generatePassword()
    const passwordHash = await hashPassword(password)
    const account = { username: FIRST_USERNAME, password_hash: passwordHash, created_at: clock().toISOString() }
    await db
      .transaction()
      .execute(async (trx) => {
        if (!(await markInitialised(trx, clock()))) throw setupClosed()
        const id = await insertAccount(trx, account)
        const by = { id, username: FIRST_USERNAME }
        await recordAction(trx, { by, now: clock(), id, subject: 'account', event: { action: 'set_up' } })
      })
      .catch(async (error) => {
        if (isUniqueViolation(error)) throw setupClosed()
        // Where the commit was made all the same, nobody would ever be told the password.
        const stored = isOutcomeUnknown(error) && (await findAccountByName(db, FIRST_USERNAME).catch(() => undefined))
        if (!stored || stored.password_hash !== passwordHash) throw error
      })
    return { username: FIRST_USERNAME, password }
  }

  return async (requireRight: () => Promise<void>): Promise<SetupAnswer> => {
    if (await isInitialised(db)) throw setupClosed()
    await requireRight()
    const mine = latest.then(create)
    latest = mine.catch(() => undefined)
    return mine
  }
}

function setupClosed(): RequestError {
  return new RequestError('setup_closed', 'An admin account already exists.')
}
