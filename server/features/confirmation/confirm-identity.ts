import type { Transaction } from 'kysely'
import type { Confirmation, IdentityProof } from '../../../contract/accounts/confirmation.ts'
import { lockRow } from '../../platform/database/row-locks.ts'
import type { AccountRow, Tables } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { type Account, findActiveAccount, findPasswordHash, listSecondFactors } from '../accounts/account-queries.ts'
import { forgetAttempts, isSessionUsedUp } from '../accounts/attempts/failed-attempts.ts'
import { reportAccepted, reportRefused } from '../accounts/attempts/sign-in-events.ts'
import { confirmedUntil, confirmSession, deleteSession } from '../accounts/session-queries.ts'
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
 * Confirms a session: the person who uses it has proved to be its person. No other session of the account is confirmed by it.
 * @returns until when that counts
 * @throws {RequestError} `password_wrong`; `code_wrong`; `passkey_refused`; `too_many_requests` and `unavailable` as {@link verifyPassword};
 * `unauthorized` for a session that ended, or a password that was changed, meanwhile, and for the wrong code that ends a session
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
  { account, ...caller }: Caller & { account: AccountRow },
  proof: IdentityProof,
): Promise<RightProof> {
  const { by, address } = caller
  if ('ticket' in proof) return checkConfirmingPasskey(services, { by, address }, proof)
  if ('code' in proof) return checkCode(services, caller, proof.code)
  const attempt = { address, username: by.username }
  const isRight = await verifyPassword(services, { attempt, account, password: proof.password, isSignedIn: true })
  if (isRight) return {}
  const message = 'This is not your password. Please check it and try again.'
  throw new RequestError('password_wrong', message, { issues: [{ path: 'password', message }] })
}

/** The code counts for the session alone: a thief of it cannot use up those that its person may send at a sign-in. */
async function checkCode(services: ConfirmServices, { by, token, address }: Caller, code: string): Promise<RightProof> {
  const attempt = { address, accountId: by.id, by: 'totp', sessionToken: token } as const
  const right = await checkTotpCode(services, { code, ...attempt }).catch(async (error) => {
    const isLimited = error instanceof RequestError && error.code === 'too_many_requests'
    if (isLimited) await reportRefused(services, { address, username: by.username }, 'too_many')
    throw error
  })
  if (!right) {
    await reportRefused(services, { address, username: by.username }, 'wrong_code')
    if (!(await isSessionUsedUp(services, attempt))) throw wrongCode('code')
    await endSession(services, { by, token })
    throw unauthorized()
  }
  return {
    spend: async (trx) => {
      if (!(await spendTotpCode(trx, right))) throw wrongCode('code')
    },
    onStored: () => forgetAttempts(services, attempt),
  }
}

/** Ends a session in which too many wrong codes were sent. */
async function endSession(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { by, token }: Pick<Caller, 'by' | 'token'>,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockRow(trx, 'accounts', by.id)
    if (!(await deleteSession(trx, token))) return
    const event = { action: 'session_ended_by_wrong_codes' } as const
    await recordAction(trx, { by, now: clock(), id: by.id, subject: 'account', event })
  })
}
