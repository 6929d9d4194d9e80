import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import * as z from 'zod'
import { parseJson } from '../../platform/parse-json.ts'

/** 32 bytes in base64url: half of an Ed25519 key pair. */
const keyHalf = z.string().regex(/^[\w-]{43}$/)
const publicKeySchema = z.strictObject({ id: z.string(), createdAt: z.string(), publicKey: keyHalf })
const receiptKeysSchema = z.strictObject({
  current: z.strictObject({ ...publicKeySchema.shape, privateKey: keyHalf }),
  earlier: z.array(publicKeySchema),
})

/** The key pair that signs receipts, and the public keys of those before it, newest first. */
export type ReceiptKeys = z.output<typeof receiptKeysSchema>

/** Makes a new key pair. @param before the keys so far: their public halves stay, to check earlier receipts */
export function makeReceiptKeys(now: Date, before?: ReceiptKeys): ReceiptKeys {
  const { x = '', d = '' } = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' })
  const current = { id: idOf(x), createdAt: now.toISOString(), publicKey: x, privateKey: d }
  if (!before) return { current, earlier: [] }
  const { privateKey: _, ...replaced } = before.current
  return { current, earlier: [replaced, ...before.earlier] }
}

/** The keys as text, JSON. */
export function formatReceiptKeys(keys: ReceiptKeys): string {
  return `${JSON.stringify(keys, null, 2)}\n`
}

/** Reads what {@link formatReceiptKeys} wrote; undefined when it is damaged. */
export function parseReceiptKeys(text: string): ReceiptKeys | undefined {
  const keys = receiptKeysSchema.safeParse(parseJson(text)).data
  return keys && [keys.current, ...keys.earlier].every(({ id, publicKey }) => id === idOf(publicKey)) ? keys : undefined
}

/** The key that signs. */
export function signingKey({ current: { publicKey, privateKey } }: ReceiptKeys): KeyObject {
  return createPrivateKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: publicKey, d: privateKey } })
}

/** The public key with this id; undefined when this installation never had it. */
export function verifyingKey({ current, earlier }: ReceiptKeys, id: string): KeyObject | undefined {
  const key = [current, ...earlier].find((one) => one.id === id)
  return key && createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: key.publicKey } })
}

function idOf(publicKey: string): string {
  return createHash('sha256').update(Buffer.from(publicKey, 'base64url')).digest('hex').slice(0, 16)
}
