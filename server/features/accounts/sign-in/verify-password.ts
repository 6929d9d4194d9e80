import type { AccountRow } from '../../../platform/database/tables.ts'
import { clientNetwork } from '../../../platform/http/client-address.ts'
import { RequestError } from '../../../platform/http/request-error.ts'
import type { Services } from '../../feature.ts'
import { queueHashing } from '../password-hashing.ts'
import { countGuessingNetwork } from './distributed-guessing.ts'
import { countAttempt, forgetAttempts, requireAttemptsLeft } from './failed-attempts.ts'
import { isKnownNetwork, rememberNetwork } from './known-networks.ts'
import { reportAlarm, reportRefused, type SignInAttempt } from './sign-in-events.ts'

/** A password that a caller sends for a username. */
type Claim = {
  attempt: SignInAttempt
  /** Undefined when no account has the username; such an attempt costs and counts the same. */
  account: Pick<AccountRow, 'id' | 'password_hash'> | undefined
  password: string
  /** A signed-in caller may use the slots reserved for known networks. */
  isSignedIn?: boolean
}

/**
 * Whether a password is right, within the limits of guessing. The attempt counts as failed before the password is
 * hashed; a right password clears the count. Refusals are reported; the caller reports a right password.
 * @throws {RequestError} `too_many_requests` when this network has no attempts left; `unavailable` while too many
 * passwords are being verified, which does not count as an attempt
 */
export async function verifyPassword(
  services: Pick<Services, 'db' | 'clock' | 'hash' | 'log' | 'signInEvents'>,
  claim: Claim,
): Promise<boolean> {
  const isRight = await verifyWithinLimits(services, claim).catch(async (error) => {
    const isLimited = error instanceof RequestError && error.code === 'too_many_requests'
    if (isLimited) await reportRefused(services, claim.attempt, 'too_many')
    throw error
  })
  if (!isRight) await reportFailure(services, claim)
  return isRight
}

async function verifyWithinLimits(
  services: Pick<Services, 'db' | 'clock' | 'hash' | 'log' | 'signInEvents'>,
  { attempt, account, password, isSignedIn }: Claim,
) {
  await requireAttemptsLeft(services, attempt)
  const isKnown = (await isKnownNetwork(services, attempt.address)) || isSignedIn === true
  return queueHashing({ network: clientNetwork(attempt.address), isKnown }, async ({ verify }) => {
    await countAttempt(services, attempt)
    const isRight = await verify(account?.password_hash, password)
    if (isRight) {
      await forgetAttempts(services, attempt)
      await rememberNetwork(services, attempt.address)
    }
    return isRight
  })
}

async function reportFailure(
  services: Pick<Services, 'db' | 'clock' | 'hash' | 'log' | 'signInEvents'>,
  { attempt, account }: Claim,
): Promise<void> {
  await reportRefused(services, attempt, account ? 'wrong_password' : 'unknown_username')
  const networks = await countGuessingNetwork(services, account?.id, attempt.address)
  if (account && networks !== undefined) reportAlarm(services, account.id, networks)
}
