import type { AccountRow } from '../../platform/database/tables.ts'
import { clientNetwork } from '../../platform/http/client-address.ts'
import { RequestError } from '../../platform/http/request-error.ts'
import type { Services } from '../feature.ts'
import { countGuessingNetwork } from './attempts/distributed-guessing.ts'
import { countAttempt, forgetAttempts, requireAttemptsLeft } from './attempts/failed-attempts.ts'
import { reportAlarm, reportRefused, type SignInAttempt } from './attempts/sign-in-events.ts'
import { queueHashing } from './passwords/password-hashing.ts'

/** How long a network is known after its latest sign-in, in milliseconds. */
const KNOWN_MS = 30 * 24 * 60 * 60_000

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

/** Whether an admin has signed in from this network within 30 days. The database stores networks as hashes. */
async function isKnownNetwork(services: Pick<Services, 'db' | 'clock' | 'hash'>, address: string): Promise<boolean> {
  const { db, clock } = services
  const row = await db
    .selectFrom('signed_in_networks')
    .select('network_hash')
    .where('network_hash', '=', await hashNetwork(services, address))
    .where('expires_at', '>', clock().toISOString())
    .executeTakeFirst()
  return row !== undefined
}

/** Stores the network of a sign-in, and removes expired ones. */
async function rememberNetwork(services: Pick<Services, 'db' | 'clock' | 'hash'>, address: string): Promise<void> {
  const { db, clock } = services
  const now = clock()
  const expires_at = new Date(now.getTime() + KNOWN_MS).toISOString()
  await db
    .insertInto('signed_in_networks')
    .values({ network_hash: await hashNetwork(services, address), expires_at })
    .onConflict((conflict) => conflict.column('network_hash').doUpdateSet({ expires_at }))
    .execute()
  await db.deleteFrom('signed_in_networks').where('expires_at', '<=', now.toISOString()).execute()
}

function hashNetwork({ db, hash }: Pick<Services, 'db' | 'hash'>, address: string): Promise<string> {
  return hash(db, 'signed-in-network', clientNetwork(address))
}
