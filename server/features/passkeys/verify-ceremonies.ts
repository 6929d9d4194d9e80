import { createPublicKey, generateKeyPairSync, type JsonWebKeyInput } from 'node:crypto'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeAttestationObject, decodeCredentialPublicKey, isoCBOR } from '@simplewebauthn/server/helpers'
import type { AddPasskey, PasskeyResponse } from '../../../contract/accounts/passkeys.ts'
import { ALGORITHMS } from './ceremony-options.ts'
import type { RelyingParty } from './relying-party.ts'

// The library takes 30 MB: only what verifies a response loads this file, when there is one.

/** Bytes of a credential's id: at least 100 random bits, at most what the standard allows. */
const ID_BYTES = { least: 16, most: 1_023 }

/** A passkey as it is stored. */
export type Credential = { id: string; publicKey: Uint8Array<ArrayBuffer>; signCount: number }

/**
 * Verifies what a browser says of a new passkey. The statement of its maker is not read: none is asked for, and its formats and
 * certificates are a large area to attack.
 * @returns undefined for anything that is not a right response to this challenge on our site, or has a key that we do not use
 */
export async function verifyNewPasskey(
  { rpId, origin }: RelyingParty,
  { challenge, response }: { challenge: string; response: AddPasskey['response'] },
): Promise<Credential | undefined> {
  const { id, clientDataJSON } = response
  try {
    const attestationObject = withoutStatement(response.attestationObject)
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...({ id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const),
        response: { clientDataJSON, attestationObject },
      },
      ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId },
      ...{ requireUserVerification: true, supportedAlgorithmIDs: ALGORITHMS },
    })
    if (!registrationInfo || registrationInfo.credential.id !== id) return undefined
    const { publicKey, counter } = registrationInfo.credential
    const bytes = Buffer.from(id, 'base64url').length
    if (bytes < ID_BYTES.least || bytes > ID_BYTES.most || !isUsableKey(publicKey)) return undefined
    return { id, publicKey, signCount: counter }
  } catch {
    // The library throws for whatever it does not like, down to its decoder.
    return undefined
  }
}

function withoutStatement(attestationObject: string): string {
  const authData = decodeAttestationObject(bytesOf(attestationObject)).get('authData')
  const bare = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', authData],
  ])
  return Buffer.from(isoCBOR.encode(bare)).toString('base64url')
}

/** Members of a COSE key: type, algorithm, curve, x (or the modulus, or of RSA the curve is it), y. */
const KEY = { kty: 1, alg: 3, first: -1, second: -2, third: -3 } as const

/** Whether a key is of an algorithm that was asked for, of the usual size, and on its curve: anyone may have it verified again and again. */
function isUsableKey(publicKey: Uint8Array<ArrayBuffer>): boolean {
  const key = decodeCredentialPublicKey(publicKey) as unknown as Map<number, unknown>
  const [kty, alg] = [key.get(KEY.kty), key.get(KEY.alg)]
  const [first, second, third] = [key.get(KEY.first), key.get(KEY.second), key.get(KEY.third)]
  if (kty === 2 && alg === -7 && first === 1)
    return isKey({ kty: 'EC', crv: 'P-256', x: encoded(second, 32), y: encoded(third, 32) })
  if (kty === 1 && alg === -8 && first === 6) return isKey({ kty: 'OKP', crv: 'Ed25519', x: encoded(second, 32) })
  return (
    kty === 3 && alg === -257 && isKey({ kty: 'RSA', n: encoded(first, 256, 512), e: encoded(second, 3, 3, 'AQAB') })
  )
}

/** @throws {Error} for a point that is not on the curve */
function isKey(key: JsonWebKeyInput['key']): boolean {
  return createPublicKey({ key, format: 'jwk' }).type === 'public'
}

/** @throws {Error} for something else than so many bytes */
function encoded(part: unknown, least: number, most = least, only?: string): string {
  if (!(part instanceof Uint8Array) || part.length < least || part.length > most) throw new Error('not a part of a key')
  const text = Buffer.from(part).toString('base64url')
  if (only !== undefined && text !== only) throw new Error('not the usual part of a key')
  return text
}

/**
 * Verifies what a browser says once a person has used a passkey.
 * @param credential undefined for one that nobody has, which takes as long
 * @returns what the device has counted; undefined for anything that is not a right response to this challenge on our site
 */
export async function verifyPasskey(
  { rpId, origin }: RelyingParty,
  { challenge, response }: { challenge: string; response: PasskeyResponse },
  credential: Credential | undefined,
): Promise<number | undefined> {
  const { id, clientDataJSON, authenticatorData, signature } = response
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: {
        ...({ id, rawId: id, type: 'public-key', clientExtensionResults: {} } as const),
        response: { clientDataJSON, authenticatorData, signature },
      },
      ...{ expectedChallenge: challenge, expectedOrigin: origin, expectedRPID: rpId },
      // Our caller compares the counts, once the signature is right.
      credential: { id, publicKey: credential?.publicKey ?? DECOY, counter: 0 },
      requireUserVerification: true,
    })
    return verified && credential ? authenticationInfo.newCounter : undefined
  } catch {
    return undefined
  }
}

/** The public key of a pair whose private one is gone. */
const DECOY = makeDecoy()

function makeDecoy(): Uint8Array<ArrayBuffer> {
  const { x = '', y = '' } = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })
  const key = new Map<number, number | Uint8Array>([
    [KEY.kty, 2],
    [KEY.alg, -7],
    [KEY.first, 1],
    [KEY.second, bytesOf(x)],
    [KEY.third, bytesOf(y)],
  ])
  return isoCBOR.encode(key)
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(text, 'base64url'))
}
