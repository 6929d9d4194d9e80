import type { Transaction } from 'kysely'
import type { Confirmation, IdentityProof } from '../../../contract/accounts/confirmation.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { AccountRow, Tables } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { type Account, findActiveAccount, findPasswordHash, listSecondFactors } from '../accounts/account-queries.ts'
import { forgetAttempts } from '../accounts/attempts/failed-attempts.ts'
import { reportAccepted, reportRefused, type SignInAttempt } from '../accounts/attempts/sign-in-events.ts'
import { confirmedUntil, confirmSession } from '../accounts/session-queries.ts'
import { unauthorized } from '../accounts/sessions.ts'
import { verifyPassword } from '../accounts/verify-password.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { checkConfirmingPasskey } from '../passkeys/confirm-passkey.ts'
import { checkTotpCode, spendTotpCode, wrongCode } from '../second-factors/check-code.ts'

type ConfirmServices = Pick<Services, 'config' | 'db' | 'clock' | 'hash' | 'log' | 'sealer' | 'signInEvents'>

/** Who confirms: the account, the token of its session, and from where. */
type Caller = { by: Account; token: string; address: string }

/** A right proof: what uses it up, and what is done once that is stored. */
type RightProof = { spend?: (trx: Transaction<Tables>, now: Date) => Promise<void>; onStored?: () => Promise<void> }

/** With what an account can prove whose it is. */
export async function listWays(
  { db, config }: Pick<Services, 'db' | 'config'>,
  accountId: number,
): Promise<Confirmation['ways']> {
  const hasPassword = Boolean(await findPasswordHash(db, accountId))
  const factors = await listSecondFactors(db, accountId)
  const linked = db.selectFrom('linked_identities').select('id').where('account_id', '=', accountId)
  const identity = await linked.where('issuer', '=', config.oidc?.issuer ?? '').executeTakeFirst()
  return [
    ...(hasPassword ? (['password'] as const) : []),
    ...factors.filter((factor) => factor !== 'recovery_code'),
    ...(identity ? (['single_sign_on'] as const) : []),
  ]
}

/**
 * Confirms a session: whoever uses it has proved to be its person. No other session of the account is confirmed by it.
 * @returns until when that counts
 * @throws {RequestError} `password_wrong`; `code_wrong`; `passkey_refused`; `too_many_requests` and `unavailable` as {@link verifyPassword};
 * `unauthorized` for a session that ended, or a password that was changed, meanwhile
 */
export async function confirmIdentity(services: ConfirmServices, caller: Caller, proof: IdentityProof): Promise<Date> {
  const { db, clock } = services
  const { by, token } = caller
  const account = await findActiveAccount(db, by.id)
  if (!account) throw unauthorized()
  const { spend, onStored } = await check(services, { ...caller, account }, proof)
  const now = clock()
  await db.transaction().execute(async (trx) => {
    await lockRow(trx, 'accounts', by.id)
    if ((await findPasswordHash(trx, by.id)) !== account.password_hash) throw unauthorized()
    await spend?.(trx, now)
    if (!(await confirmSession(trx, { accountId: by.id, token, now }))) throw unauthorized()
    await recordAction(trx, { by, now, id: by.id, subject: 'account', event: { action: 'identity_confirmed' } })
  })
  await onStored?.()
  reportAccepted(services)
  return confirmedUntil({ confirmed_at: now.toISOString() }, now) as Date
}

async function check(
  services: ConfirmServices,
  { by, address, account }: Caller & { account: AccountRow },
  proof: IdentityProof,
): Promise<RightProof> {
  if ('ticket' in proof) return checkConfirmingPasskey(services, { by, address }, proof)
  const attempt = { address, username: by.username }
  if ('code' in proof) return checkCode(services, { attempt, accountId: account.id, code: proof.code })
  const isRight = await verifyPassword(services, { attempt, account, password: proof.password, isSignedIn: true })
  if (isRight) return {}
  const message = 'This is not your password. Please check it and try again.'
  throw new RequestError('password_wrong', message, { issues: [{ path: 'password', message }] })
}

async function checkCode(
  services: ConfirmServices,
  { attempt, accountId, code }: { attempt: SignInAttempt; accountId: number; code: string },
): Promise<RightProof> {
  const { address } = attempt
  const right = await checkTotpCode(services, { accountId, address, code }).catch(async (error) => {
    const isLimited = error instanceof RequestError && error.code === 'too_many_requests'
    if (isLimited) await reportRefused(services, attempt, 'too_many')
    throw error
  })
  if (!right) {
    await reportRefused(services, attempt, 'wrong_code')
    throw wrongCode('code')
  }
  return {
    spend: async (trx) => {
      if (!(await spendTotpCode(trx, right))) throw wrongCode('code')
    },
    onStored: () => forgetAttempts(services, { address, accountId, by: 'totp' }),
  }
}
