import type { PasskeyResponse } from '../../../contract/accounts/passkeys.ts'
import { countAttempt } from '../accounts/attempts/failed-attempts.ts'
import { reportRefused, type SignInAttempt } from '../accounts/attempts/sign-in-events.ts'
import type { Services } from '../feature.ts'
import { userHandleOf } from './own-passkeys.ts'
import { findPasskey, type OwnedPasskey } from './passkey-queries.ts'
import { relyingPartyOf } from './relying-party.ts'

/** What {@link provePasskey} takes. */
export type ProofServices = Pick<Services, 'config' | 'db' | 'clock' | 'hash' | 'log' | 'sealer' | 'signInEvents'>

/** A passkey that was used just now. */
export type Proof = { passkey: OwnedPasskey; signCount: number }

/**
 * Whose passkey was used. The attempt counts as failed before anything is looked up.
 * @returns undefined for a passkey that is unknown or another's, and for a wrong response
 * @throws {RequestError} `too_many_requests`
 */
export async function provePasskey(
  services: ProofServices,
  attempt: SignInAttempt,
  { accountId, challenge, response }: { accountId?: number; challenge: string; response: PasskeyResponse },
): Promise<Proof | undefined> {
  await countAttempt(services, attempt).catch(async (error) => {
    await reportRefused(services, attempt, 'too_many')
    throw error
  })
  const owner = accountId === undefined ? undefined : { accountId }
  const passkey = await findPasskey(services.db, response.id, owner)
  const { verifyPasskey } = await import('./verify-ceremonies.ts')
  const signCount = await verifyPasskey(relyingPartyOf(services), { challenge, response }, passkey?.credential)
  const isRight = passkey && signCount !== undefined && (await isOf(services, passkey, response.userHandle))
  return isRight && isNewCount(services, passkey, signCount) ? { passkey, signCount } : undefined
}

/** Devices send back for which account a passkey was made. */
async function isOf(
  services: Pick<Services, 'db' | 'hash'>,
  { account }: OwnedPasskey,
  userHandle: string | undefined,
) {
  return userHandle === undefined || userHandle === (await userHandleOf(services, account.id))
}

/** A count that does not grow says that there are two of a device; those that do not count always say 0. */
function isNewCount(
  { log }: Pick<Services, 'log'>,
  { id, account, credential }: OwnedPasskey,
  signCount: number,
): boolean {
  const isNew = signCount > credential.signCount || (signCount === 0 && credential.signCount === 0)
  if (!isNew)
    log.error({ account: account.id, passkey: id }, 'a passkey counted backwards: there may be a copy of its device')
  return isNew
}
