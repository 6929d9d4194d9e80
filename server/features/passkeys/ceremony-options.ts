import type { NewPasskeyOptions, PasskeyOptions } from '../../../contract/accounts/passkeys.ts'
import { newSecret } from '../accounts/session-queries.ts'
import type { RelyingParty } from './relying-party.ts'

/** How long a person may take, in milliseconds, and with it a ticket that carries a challenge. */
export const CEREMONY_MS = 5 * 60_000

/** ES256, EdDSA and RS256 as COSE numbers them: what today's devices use. */
export const ALGORITHMS = [-7, -8, -257]

/** A passkey as browsers are told of it. */
export type KnownCredential = { id: string; transports: string[] }

/** Asks a browser for a new passkey: one that signs in without a username, and asks for a finger, face or PIN. */
export function newPasskeyOptions(
  { rpId, rpName }: RelyingParty,
  { user, existing }: { user: NewPasskeyOptions['options']['user']; existing: readonly KnownCredential[] },
): NewPasskeyOptions['options'] {
  return {
    challenge: newSecret(),
    rp: { id: rpId, name: rpName },
    user,
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: CEREMONY_MS,
    attestation: 'none',
    excludeCredentials: existing.map(describe),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

/** Asks a browser to use a passkey. @param allowed empty for any of the site */
export function passkeyOptions(
  { rpId }: RelyingParty,
  allowed: readonly KnownCredential[] = [],
): PasskeyOptions['options'] {
  const allowCredentials = allowed.map(describe)
  return { challenge: newSecret(), rpId, timeout: CEREMONY_MS, userVerification: 'required', allowCredentials }
}

function describe({ id, transports }: KnownCredential) {
  return { id, type: 'public-key' as const, transports }
}
