import type { ChangePassword } from '../../../contract/accounts/account.ts'
import { isUniqueViolation } from '../../platform/database/constraints.ts'
import { acquireLock } from '../../platform/database/row-locks.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { ACCOUNTS_LOCK, type Account, findPasswordHash, replaceCredentials } from './account-queries.ts'
import { reportAccepted } from './attempts/sign-in-events.ts'
import { findConfusable } from './confusable-usernames.ts'
import type { Device } from './devices/session-device.ts'
import { requireWayIn } from './only-way-in.ts'
import { hashPassword } from './passwords/password-hashing.ts'
import { requireStrongPassword } from './passwords/password-strength.ts'
import { recordAndMail, type SecurityMailServices } from './security-mails/security-mails.ts'
import { createSession, endAccess, findLiveSession, hashSecret, type SessionSecrets } from './session-queries.ts'
import { unauthorized } from './sessions.ts'
import { verifyPassword } from './verify-password.ts'

/**
 * Changes the password of an account, and its username where one is given; ends every session of the account, and its
 * private calendar feed, and starts a new session for the caller, in one transaction: an older token opens nothing any more. The new
 * session lives no longer than the old one would have: a sign-in is never renewed without what the account needs for one.
 * @param caller the account, the token of its session, its address and its device
 * @returns the changed account, and the secrets of the new session
 * @throws {RequestError} `password_weak` for a new password that is easy to guess; `password_wrong` for a wrong current
 * password, or one changed meanwhile; `username_taken` when another account has the username, or a confusable one;
 * `unauthorized` when the caller's session ended meanwhile; `single_sign_on_only`; `too_many_requests` and `unavailable` as {@link verifyPassword}
 */
export async function changePassword(
  services: SecurityMailServices &
    Pick<Services, 'db' | 'clock' | 'hash' | 'log' | 'outbox' | 'signInEvents' | 'onlyCompanyAccounts'>,
  { by, token, address, device }: { by: Account; token: string; address: string; device: Device },
  { currentPassword, newPassword, username }: ChangePassword,
): Promise<{ account: Account; secrets: SessionSecrets }> {
  const { db, clock } = services
  const isRenamed = username !== undefined && username !== by.username
  await requireStrongPassword(newPassword, username ?? by.username)
  // Hashing is slow, and the transaction would hold up every other write.
  const before = await findPasswordHash(db, by.id)
  if (before === '') throw hasNoPassword()
  const stored = before === undefined ? undefined : { id: by.id, password_hash: before }
  const attempt = { address, username: by.username }
  const isRight = await verifyPassword(services, {
    attempt,
    account: stored,
    password: currentPassword,
    isSignedIn: true,
  })
  if (before === undefined || !isRight) throw passwordWrong()
  const session = await findLiveSession(db, { column: 'token_hash', secret: token, now: clock() })
  if (session?.method !== 'single_sign_on') await requireWayIn(services, by)
  const after = await hashPassword(newPassword)
  const now = clock()
  const secrets = await db
    .transaction()
    .execute(async (trx) => {
      if (isRenamed) {
        await acquireLock(trx, ACCOUNTS_LOCK)
        if ((await findConfusable(trx, username, by.id)) !== undefined) throw usernameTaken('a username like this one')
      }
      if (!(await replaceCredentials(trx, by.id, { before, after, username }))) throw passwordWrong()
      const ended = await endAccess(trx, { id: by.id, by, now })
      const own = ended.find((session) => session.token_hash === hashSecret(token))
      if (!own) throw unauthorized()
      await recordAndMail(trx, services, { by, device, now }, 'password_changed')
      if (isRenamed)
        await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action: 'username_changed' } })
      return createSession(trx, by.id, now, { device, method: own.method, begunAt: own.created_at })
    })
    .catch((error) => {
      throw isUniqueViolation(error) ? usernameTaken('this username') : error
    })
  reportAccepted(services)
  services.outbox.wake()
  return { account: { ...by, username: username ?? by.username }, secrets }
}

function passwordWrong(): RequestError {
  const message = 'The current password is not right. Please check it and try again.'
  return new RequestError('password_wrong', message, { issues: [{ path: 'currentPassword', message }] })
}

function hasNoPassword(): RequestError {
  const message = 'Your account has no password: you sign in with your company account.'
  return new RequestError('password_wrong', message, { issues: [{ path: 'currentPassword', message }] })
}

/** The refusal of a username, with an issue for the field. */
export function usernameTaken(what: 'this username' | 'a username like this one'): RequestError {
  const message = `Another account has ${what}. Please choose a different one.`
  return new RequestError('username_taken', message, { issues: [{ path: 'username', message }] })
}
