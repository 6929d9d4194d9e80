import type { Kysely, Transaction } from 'kysely'
import type { ChangePassword } from '../../../contract/account.ts'
import { isUniqueViolation } from '../../platform/database/constraints.ts'
import { takeTurn } from '../../platform/database/row-locks.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { recordAction } from '../audit/audit-queries.ts'
import { type Account, findPasswordHash, replaceSignIn } from './account-queries.ts'
import { judgePassword } from './judge-password.ts'
import { findLookAlike } from './look-alikes.ts'
import { requireStrongPassword } from './new-password.ts'
import { hashPassword } from './passwords.ts'
import type { SessionSecrets } from './sessions.ts'
import type { SignInGuard } from './sign-in/sign-in-guard.ts'
import type { SignInAttempt } from './sign-in/sign-in-limit.ts'

/** Who changes the password, where from, and what puts a new session in place of all that there are. */
type Caller = {
  by: Account
  attempt: SignInAttempt
  renewSession: (trx: Transaction<Tables>) => Promise<SessionSecrets>
  now: Date
}

/**
 * Changes the password of an account, and its username where one is given, ends every session of it and starts a new one
 * for the caller, together: whoever has come by a token of before has nothing any more.
 * @returns the account as it is now, and what opens the new session
 * @throws {RequestError} `password_weak` when the new password is guessed soon; `password_wrong` when the current password is
 * not right, or no longer; `username_taken` when another account has the username, or one that looks like it;
 * `too_many_requests` after as many wrong ones as a sign-in may have
 */
export async function changePassword(
  { db, guard }: { db: Kysely<Tables>; guard: SignInGuard },
  { by, attempt, renewSession, now }: Caller,
  { currentPassword, newPassword, username }: ChangePassword,
): Promise<{ user: Account; secrets: SessionSecrets }> {
  await requireStrongPassword(newPassword, username ?? by.username)
  // The slow work comes before the transaction, which would otherwise hold up every other write.
  const before = await findPasswordHash(db, by.id)
  const account = before === undefined ? undefined : { id: by.id, password_hash: before }
  const claim = { attempt, account, password: currentPassword, isSignedIn: true }
  const isRight = await judgePassword(guard, claim)
  if (before === undefined || !isRight) throw passwordWrong()
  const after = await hashPassword(newPassword)
  return db
    .transaction()
    .execute(async (trx) => {
      if (username !== undefined && username !== by.username) {
        await takeTurn(trx, 'accounts')
        if ((await findLookAlike(trx, username, by.id)) !== undefined) throw usernameTaken('a username like this one')
      }
      if (!(await replaceSignIn(trx, by.id, { before, after, username }))) throw passwordWrong()
      const secrets = await renewSession(trx)
      const entry = { by, now, id: by.id, subject: 'account' } as const
      await recordAction(trx, { ...entry, event: { action: 'password_changed' } })
      if (username !== undefined && username !== by.username) {
        await recordAction(trx, { ...entry, event: { action: 'username_changed' } })
      }
      return { user: { id: by.id, username: username ?? by.username }, secrets }
    })
    .catch((error) => {
      throw isUniqueViolation(error) ? usernameTaken('this username') : error
    })
}

function passwordWrong(): RequestError {
  const message = 'The current password is not right. Please check it and try again.'
  return new RequestError('password_wrong', message, { issues: [{ path: 'currentPassword', message }] })
}

function usernameTaken(what: 'this username' | 'a username like this one'): RequestError {
  const message = `Another account has ${what}. Please choose a different one.`
  return new RequestError('username_taken', message, { issues: [{ path: 'username', message }] })
}
