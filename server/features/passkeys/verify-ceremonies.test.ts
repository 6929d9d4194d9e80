import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { expect, test } from 'vitest'
import { addPasskeySchema } from '../../../contract/accounts/passkeys.ts'
import { PASSKEY_ORIGIN } from '../../../test/passkeys/passkey-client.ts'
import { attestationOf, coseKey, makeAuthenticator } from '../../../test/passkeys/software-authenticator.ts'
import { newPasskeyOptions, passkeyOptions } from './ceremony-options.ts'
import { verifyNewPasskey, verifyPasskey } from './verify-ceremonies.ts'

const PARTY = { rpId: 'careers.example.com', rpName: 'Example', origin: PASSKEY_ORIGIN }
/** Bytes of the longest attestation object that a body may have. */
const MOST = 3_072

const device = makeAuthenticator({ origin: PASSKEY_ORIGIN })
const options = newPasskeyOptions(PARTY, { user: { id: 'AAAA', name: 'ana', displayName: 'Ana' }, existing: [] })
const verify = (response: ReturnType<typeof device.create>) =>
  verifyNewPasskey(PARTY, { challenge: options.challenge, response })
const withKey = (key: Uint8Array) => verify(device.create(options, { key }))
const repeated = (times: number, ...bytes: number[]) => Buffer.from(Array.from({ length: times }, () => bytes).flat())

/** Authenticator data up to where the key comes. */
function beforeKey(flags?: number): Buffer {
  const object = isoCBOR.decodeFirst<Map<string, Uint8Array>>(
    Uint8Array.from(Buffer.from(device.create(options).attestationObject, 'base64url')),
  )
  const data = Buffer.from(object.get('authData') as Uint8Array).subarray(0, flags === undefined ? 37 + 18 + 32 : 37)
  if (flags !== undefined) data[32] = flags
  return data
}

const nested = (...bytes: number[]) => repeated(Math.floor((MOST - 200) / bytes.length), ...bytes)
const HOSTILE: Record<string, string> = {
  'arrays in arrays': repeated(MOST, 0x81).toString('base64url'),
  'maps in maps': repeated(MOST / 2, 0xa1, 0x01).toString('base64url'),
  'tags in tags': repeated(MOST, 0xc1).toString('base64url'),
  'an array that says to have thousands of millions of parts': Buffer.concat([
    ...[Buffer.from([0x9a, 255, 255, 255, 255]), repeated(MOST - 5, 0x40)],
  ]).toString('base64url'),
  'a text that says to have thousands of millions of bytes': Buffer.from([0x5b, 63, ...repeated(8, 255)]).toString(
    'base64url',
  ),
  'no data of a device': Buffer.from([0xa0]).toString('base64url'),
  'a number': Buffer.from([0x01]).toString('base64url'),
  'a key of arrays in arrays': attestationOf(Buffer.concat([beforeKey(), nested(0x81)])),
  'a key of many empty parts': attestationOf(Buffer.concat([beforeKey(), Buffer.from([0x99, 11, 40]), nested(0x40)])),
  'extensions of maps in maps': attestationOf(Buffer.concat([beforeKey(0x85), nested(0xa1, 0x01)])),
}

test.each(Object.entries(HOSTILE))('%s of the longest length are refused at once', async (_name, attestationObject) => {
  const response = { ...device.create(options), attestationObject }
  expect(addPasskeySchema.safeParse({ ticket: 't', name: 'n', response }).success, 'it comes this far').toBe(true)
  const start = performance.now()
  expect(await verify(response)).toBeUndefined()
  expect(performance.now() - start).toBeLessThan(250)
})

test('longer ones than any device sends are refused unread', () => {
  const response = { ...device.create(options), attestationObject: 'A'.repeat(4_097) }
  expect(addPasskeySchema.safeParse({ ticket: 't', name: 'n', response }).success).toBe(false)
})

test('a key is used that is of a usual kind and size, and on its curve', async () => {
  expect(await withKey(coseKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey))).toBeDefined()
  const rsa = (modulusLength: number, publicExponent = 65_537) =>
    coseKey(generateKeyPairSync('rsa', { modulusLength, publicExponent }).publicKey)
  expect(await withKey(rsa(2_048))).toBeDefined()
  expect(await withKey(rsa(1_024)), 'too short').toBeUndefined()
  expect(await withKey(rsa(2_048, 3)), 'an odd exponent').toBeUndefined()
  const n = Buffer.alloc(8_192, 255).toString('base64url')
  const long = createPublicKey({ key: { kty: 'RSA', n, e: 'AQAB' }, format: 'jwk' })
  expect(await withKey(coseKey(long)), 'takes long to verify').toBeUndefined()
  const offCurve = new Map<number, number | Uint8Array>([
    ...([
      [1, 2],
      [3, -7],
      [-1, 1],
    ] as const),
    ...([
      [-2, new Uint8Array(32).fill(1)],
      [-3, new Uint8Array(32).fill(1)],
    ] as const),
  ])
  expect(await withKey(isoCBOR.encode(offCurve)), 'not on its curve').toBeUndefined()
  offCurve.set(1, 4)
  expect(await withKey(isoCBOR.encode(offCurve)), 'of no kind').toBeUndefined()
})

test('a stored key that was altered verifies nothing', async () => {
  const credential = await verify(device.create(options))
  if (!credential) throw new Error('no passkey')
  const offered = passkeyOptions(PARTY)
  const use = (publicKey = credential.publicKey) =>
    verifyPasskey(PARTY, { challenge: offered.challenge, response: device.get(offered) }, { ...credential, publicKey })
  expect(await use()).toBeGreaterThan(0)
  const altered = Uint8Array.from(credential.publicKey)
  altered[20] = (altered[20] ?? 0) ^ 1
  expect(await use(altered)).toBeUndefined()
  expect(await use(new Uint8Array(0))).toBeUndefined()
})
