import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type {
  AddPasskey,
  NewPasskeyOptions,
  PasskeyOptions,
  PasskeyResponse,
} from '../../contract/accounts/passkeys.ts'

/** Algorithms as COSE numbers them. */
type Algorithm = 'ES256' | 'EdDSA' | 'RS256'

/** What a device or its browser does otherwise than it should. */
export type Oddity = {
  origin?: string
  rpId?: string
  challenge?: string
  /** Without asking for a finger, face or PIN. */
  verifiesUser?: boolean
  signCount?: number
  userHandle?: string
  type?: string
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40, extensions: 0x80 }

const PAIRS = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  EdDSA: () => generateKeyPairSync('ed25519'),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
}

/** A passkey on a device that is made of software: its responses are those of a browser. */
export type SoftwareAuthenticator = ReturnType<typeof makeAuthenticator>

/** Makes a device with one key. @param options.origin the page that asks it */
export function makeAuthenticator({ origin, algorithm = 'ES256' }: { origin: string; algorithm?: Algorithm }) {
  const { publicKey, privateKey } = PAIRS[algorithm]()
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let count = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, odd: Oddity) =>
    Buffer.from(
      JSON.stringify({
        ...{ type: odd.type ?? type, challenge: odd.challenge ?? challenge, origin: odd.origin ?? origin },
        crossOrigin: false,
      }),
    )

  const authenticatorData = (rpId: string, odd: Oddity, attested: Uint8Array[] = []) => {
    count += 1
    const verified = odd.verifiesUser === false ? 0 : FLAGS.verified
    const flags = FLAGS.present | verified | (attested.length > 0 ? FLAGS.attested : 0)
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(odd.signCount ?? count)
    return Buffer.concat([sha256(odd.rpId ?? rpId), Buffer.from([flags]), counter, ...attested])
  }

  return {
    id,

    /** Makes a passkey, as `navigator.credentials.create` does. @param odd.key a public key in place of its own, in CBOR */
    create: (
      { challenge, rp, user }: NewPasskeyOptions['options'],
      { key = coseKey(publicKey), ...odd }: Oddity & { key?: Uint8Array } = {},
    ): AddPasskey['response'] => {
      userHandle = user.id
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const authData = authenticatorData(rp.id, odd, [Buffer.alloc(16), length, credentialId, key])
      return {
        id,
        clientDataJSON: clientData('webauthn.create', challenge, odd).toString('base64url'),
        attestationObject: attestationOf(authData),
        transports: ['internal'],
      }
    },

    /** Uses the passkey, as `navigator.credentials.get` does. */
    get: ({ challenge, rpId }: PasskeyOptions['options'], odd: Oddity = {}): PasskeyResponse => {
      const data = authenticatorData(rpId, odd)
      const client = clientData('webauthn.get', challenge, odd)
      const signed = Buffer.concat([data, sha256(client)])
      return {
        id,
        clientDataJSON: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign(algorithm === 'EdDSA' ? null : 'sha256', signed, privateKey).toString('base64url'),
        userHandle: odd.userHandle ?? (userHandle || undefined),
      }
    },
  }
}

/** The attestation object that carries some authenticator data, without a statement. */
export function attestationOf(authData: Uint8Array): string {
  const members = new Map<string, string | Map<string, string> | Uint8Array>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, string>()],
    ['authData', Uint8Array.from(authData)],
  ])
  return Buffer.from(isoCBOR.encode(members)).toString('base64url')
}

/** A public key as devices write it. */
export function coseKey(key: KeyObject): Uint8Array {
  const { crv, x = '', y = '', n = '', e = '' } = key.export({ format: 'jwk' })
  const [first, second, third] = [x, y, n].map((part) => Uint8Array.from(Buffer.from(part, 'base64url')))
  const members =
    crv === 'P-256'
      ? [
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, first],
          [-3, second],
        ]
      : crv === 'Ed25519'
        ? [
            [1, 1],
            [3, -8],
            [-1, 6],
            [-2, first],
          ]
        : [
            [1, 3],
            [3, -257],
            [-1, third],
            [-2, Uint8Array.from(Buffer.from(e, 'base64url'))],
          ]
  return isoCBOR.encode(new Map(members as [number, number | Uint8Array<ArrayBuffer>][]))
}

function sha256(content: string | Uint8Array): Buffer {
  return createHash('sha256').update(content).digest()
}
