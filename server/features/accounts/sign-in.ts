import type { Kysely } from 'kysely'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { AccountRow, Tables } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { type Account, accountOf, findAccountByName, findPasswordHash } from './account-queries.ts'
import type { Device } from './session-device.ts'
import { createSession, deleteExpiredSessions, endAccess, type SessionSecrets } from './session-queries.ts'
import { reportAccepted, reportRefused, type SignInAttempt } from './sign-in-events.ts'
import { verifyPassword } from './verify-password.ts'

/**
 * Signs in with username and password, and starts a session.
 * @throws {RequestError} `unauthorized` for a wrong password, an unknown username or a deactivated account, with the same message;
 * `too_many_requests` and `unavailable` as {@link verifyPassword}
 */
export async function signIn(
  services: Pick<Services, 'db' | 'clock' | 'hash' | 'log' | 'signInEvents'>,
  attempt: SignInAttempt,
  { password, device }: { password: string; device?: Device },
): Promise<{ account: Account; secrets: SessionSecrets }> {
  const { db, clock } = services
  const named = await findAccountByName(db, attempt.username)
  // A deactivated account costs, counts and says what no account does, whatever the password.
  const account = named?.deactivated_at === null ? named : undefined
  const isRight = await verifyPassword(services, { attempt, account, password })
  if (!account || !isRight) throw wrongCredentials()
  const secrets = await startSession(db, account, { now: clock(), device })
  if (!secrets) {
    await reportRefused(services, attempt, 'wrong_password')
    throw wrongCredentials()
  }
  reportAccepted(services)
  return { account: accountOf(account), secrets }
}

/**
 * Starts a session after the password of an account was verified.
 * @returns undefined when the password has changed since, so that no session of the old one outlives the change
 */
export function startSession(
  db: Kysely<Tables>,
  account: AccountRow,
  { now, device }: { now: Date; device?: Device | undefined },
): Promise<SessionSecrets | undefined> {
  return db.transaction().execute(async (trx) => {
    await lockRow(trx, 'accounts', account.id)
    if ((await findPasswordHash(trx, account.id)) !== account.password_hash) return undefined
    const secrets = await createSession(trx, account.id, now, device)
    await recordAction(trx, {
      by: accountOf(account),
      now,
      id: account.id,
      subject: 'account',
      event: { action: 'signed_in' },
    })
    await deleteExpiredSessions(trx, now)
    return secrets
  })
}

/** Ends every session of an account, and its private calendar feed. */
export async function signOutEverywhere(db: Kysely<Tables>, by: Account, now: Date): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockRow(trx, 'accounts', by.id)
    await endAccess(trx, { id: by.id, by, now })
    await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action: 'signed_out_everywhere' } })
  })
}

function wrongCredentials(): RequestError {
  return new RequestError('unauthorized', 'Invalid username or password.')
}
