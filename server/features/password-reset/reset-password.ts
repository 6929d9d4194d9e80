import type { PasswordReset } from '../../../contract/accounts/password-reset.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { Db } from '../../platform/database/tables.ts'
import { clientNetwork } from '../../platform/http/client-address.ts'
import { notFound } from '../../platform/http/request-error.ts'
import { accountOf } from '../accounts/account-queries.ts'
import { forgetUsername } from '../accounts/attempts/failed-attempts.ts'
import type { Device } from '../accounts/devices/session-device.ts'
import { requireWayIn } from '../accounts/only-way-in.ts'
import { queueHashing } from '../accounts/passwords/password-hashing.ts'
import { requireStrongPassword } from '../accounts/passwords/password-strength.ts'
import { recordAndMail, type SecurityMailServices } from '../accounts/security-mails/security-mails.ts'
import { endAccess } from '../accounts/session-queries.ts'
import type { Services } from '../feature.ts'
import { findReset, type OpenReset } from './reset-queries.ts'

/** Whose password a link sets. @throws {RequestError} `not_found` for a link that does not work, or not any more */
export async function readReset({ db, clock }: Pick<Services, 'db' | 'clock'>, token: string): Promise<PasswordReset> {
  const { username, expires_at } = await requireReset(db, token, clock())
  return { username, expiresAt: expires_at }
}

/**
 * Sets the password of an account by its link, which then has ended, as all sessions and the calendar feed. Nobody is signed in by it: a
 * second factor is asked for as ever. Of two that use one link at once, one wins.
 * @throws {RequestError} `not_found` as {@link readReset}, before any work on the password; `single_sign_on_only`; `password_weak`; `unavailable` while too
 * many passwords are being hashed
 */
export async function resetByLink(
  services: SecurityMailServices & Pick<Services, 'db' | 'clock' | 'hash' | 'outbox' | 'onlyCompanyAccounts'>,
  { token, address, device }: { token: string; address: string; device: Device },
  password: string,
): Promise<void> {
  const { db, clock, outbox } = services
  const { id, username, role } = await requireReset(db, token, clock())
  await requireWayIn(services, { role })
  await requireStrongPassword(password, username, 'password')
  // Only the holder of a link that works comes this far, so the slots for known networks are for them too.
  const network = { network: clientNetwork(address), isKnown: true }
  const password_hash = await queueHashing(network, ({ hash }) => hash(password))
  const now = clock()
  await db.transaction().execute(async (trx) => {
    await lockRow(trx, 'accounts', id)
    const reset = await requireReset(trx, token, now)
    await trx.updateTable('accounts').set({ password_hash }).where('id', '=', id).execute()
    const by = accountOf(reset)
    await endAccess(trx, { id, by, now })
    await recordAndMail(trx, services, { by, device, now }, 'password_reset_by_mail')
  })
  // The wrong passwords of before were perhaps this person's, who would wait with the right one.
  await forgetUsername(services, { address, username })
  outbox.wake()
}

async function requireReset(db: Db, token: string, now: Date): Promise<OpenReset> {
  const reset = await findReset(db, token, now)
  if (!reset) throw notFound('This link does not work, or not any more. Ask for a new one on the login page.')
  return reset
}
