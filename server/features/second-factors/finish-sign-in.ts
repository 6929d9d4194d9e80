import type { Transaction } from 'kysely'
import type { SecondFactorProof } from '../../../contract/accounts/second-factors.ts'
import type { ErrorCode } from '../../../contract/wire/error.ts'
import type { AccountRow, Tables } from '../../platform/database/tables.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { accountOf } from '../accounts/account-queries.ts'
import { countAttempt, type FactorAttempt, forgetAttempts } from '../accounts/attempts/failed-attempts.ts'
import { type Refusal, reportAccepted, reportRefused } from '../accounts/attempts/sign-in-events.ts'
import type { Device } from '../accounts/devices/session-device.ts'
import { spendTicket } from '../accounts/one-time-tickets.ts'
import { requireWayIn } from '../accounts/only-way-in.ts'
import { openSignInTicket, type SignedIn, startSession } from '../accounts/sign-in.ts'
import { recordAction } from '../audit/audit-queries.ts'
import type { Services } from '../feature.ts'
import { checkTotpCode, spendTotpCode, wrongCode } from './check-code.ts'
import { spendRecoveryCode } from './recovery-codes.ts'

type Needed = Pick<Services, 'db' | 'clock' | 'hash' | 'log' | 'sealer' | 'signInEvents' | 'onlyCompanyAccounts'>

/** Uses up what a person sends, in the transaction that starts the session. @throws {RequestError} `code_wrong` where it was used before */
type Use = (trx: Transaction<Tables>) => Promise<void>

const REFUSALS: Partial<Record<ErrorCode, Refusal>> = { code_wrong: 'wrong_code', too_many_requests: 'too_many' }

/**
 * Ends a sign-in whose password was right: by a code of an authenticator app, or by a recovery code. A wrong one leaves the ticket for
 * another try.
 * @throws {RequestError} `unauthorized` for a ticket that is over, was used, or whose password or account has changed since; `code_wrong`;
 * `single_sign_on_only`; `too_many_requests` and `unavailable` as {@link checkTotpCode}
 */
export async function finishSignIn(
  services: Needed,
  { ticket: sent, ...proof }: SecondFactorProof,
  { address, device }: { address: string; device: Device },
): Promise<SignedIn> {
  const { db, clock } = services
  const opened = await openSignInTicket(services, sent)
  if (!opened) throw signInOver()
  const { account, ticket } = opened
  await requireWayIn(services, account)
  const attempt = { address, accountId: account.id, by: 'code' in proof ? 'totp' : 'recovery_code' } as const
  const prove = async () => {
    const use = await check(services, { account, attempt, proof })
    const now = clock()
    return startSession(db, account, {
      ...{ now, device, method: 'second_factor' },
      prove: async (trx) => {
        await use(trx)
        // Thrown, so that nothing is used up: neither the ticket by a wrong code, nor a code by a used ticket.
        if (!(await spendTicket(trx, ticket, now))) throw signInOver()
        return true
      },
    })
  }
  const secrets = await prove().catch(async (error) => {
    const reason = error instanceof RequestError ? REFUSALS[error.code] : undefined
    if (reason) await reportRefused(services, { address, username: account.username }, reason)
    throw error
  })
  if (!secrets) throw signInOver()
  await forgetAttempts(services, attempt)
  reportAccepted(services)
  return { account: accountOf(account), secrets }
}

/** Checks what a person sends as far as that needs no transaction. @throws {RequestError} for a wrong code */
async function check(
  services: Needed,
  {
    account,
    attempt,
    proof,
  }: { account: AccountRow; attempt: FactorAttempt; proof: { code: string } | { recoveryCode: string } },
): Promise<Use> {
  const accountId = account.id
  if ('code' in proof) {
    const right = await checkTotpCode(services, { code: proof.code, ...attempt })
    if (!right) throw wrongCode('code')
    return async (trx) => {
      if (!(await spendTotpCode(trx, right))) throw wrongCode('code')
    }
  }
  await countAttempt(services, attempt)
  const now = services.clock()
  return async (trx) => {
    const isRight = await spendRecoveryCode(trx, { accountId, code: proof.recoveryCode, now })
    if (!isRight) throw wrongCode('recoveryCode')
    const event = { action: 'recovery_code_used' } as const
    await recordAction(trx, { by: accountOf(account), now, id: accountId, subject: 'account', event })
  }
}

function signInOver(): RequestError {
  return new RequestError('unauthorized', 'This sign-in is over. Please sign in again with your password.')
}
