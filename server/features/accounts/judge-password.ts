import type { AccountRow } from '../../platform/database/tables.ts'
import { clientNetwork } from '../../platform/http/client-address.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import { workOnPasswords } from './passwords.ts'
import type { SignInGuard } from './sign-in/sign-in-guard.ts'
import type { SignInAttempt } from './sign-in/sign-in-limit.ts'

/** A password that somebody has sent for a username. */
type Claim = {
  attempt: SignInAttempt
  /** Undefined when no account has the username, which is counted and worked on all the same. */
  account: Pick<AccountRow, 'id' | 'password_hash'> | undefined
  password: string
  /** The caller has a session, and so a claim to the places that are kept. */
  isSignedIn?: boolean
}

/**
 * Tells whether a password is the right one, within the limits of guessing: it is counted as wrong before anything is
 * worked out, and the count is cleared once it has proved right. A refusal is reported.
 * @throws {RequestError} `too_many_requests` when this caller has guessed too often; `unavailable` when too many
 * passwords are being judged already, which counts as no guess
 */
export async function judgePassword(guard: SignInGuard, claim: Claim): Promise<boolean> {
  const isRight = await judge(guard, claim).catch(async (error) => {
    const isLimited = error instanceof RequestError && error.code === 'too_many_requests'
    if (isLimited) await guard.report.refused(claim.attempt, 'too_many')
    throw error
  })
  if (isRight) guard.report.accepted()
  else await reportFailure(guard, claim)
  return isRight
}

async function judge({ limit, networks }: SignInGuard, { attempt, account, password, isSignedIn }: Claim) {
  await limit.requireRoom(attempt)
  const isKnown = (await networks.has(attempt.address)) || isSignedIn === true
  return workOnPasswords({ network: clientNetwork(attempt.address), isKnown }, async ({ verify }) => {
    await limit.count(attempt)
    const isRight = await verify(account?.password_hash, password)
    if (isRight) {
      await limit.clear(attempt)
      await networks.remember(attempt.address)
    }
    return isRight
  })
}

async function reportFailure({ guesses, report }: SignInGuard, { attempt, account }: Claim): Promise<void> {
  await report.refused(attempt, account ? 'wrong_password' : 'unknown_username')
  const networks = await guesses.addNetwork(account?.id, attempt.address)
  if (account && networks !== undefined) report.alarm(account.id, networks)
}
