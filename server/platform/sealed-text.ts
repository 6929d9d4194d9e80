import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const CIPHER = 'aes-256-gcm'
/** Bytes of the nonce and of the tag of GCM. */
const NONCE = 12
const TAG = 16

/**
 * Encrypts and authenticates a text with a key made from the operator's secret.
 * @param use what the text is: one sealed for another use does not open
 * @returns base64url of nonce, tag and ciphertext
 */
export function sealText(text: string, secret: string, use: string): string {
  const nonce = randomBytes(NONCE)
  const cipher = createCipheriv(CIPHER, keyOf(secret, use), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** Opens a sealed text. @returns undefined when it was sealed with another secret, or altered */
export function openSealedText(sealed: string, secret: string, use: string): string | undefined {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < NONCE + TAG) return undefined
  const cipher = createDecipheriv(CIPHER, keyOf(secret, use), bytes.subarray(0, NONCE), { authTagLength: TAG })
  cipher.setAuthTag(bytes.subarray(NONCE, NONCE + TAG))
  try {
    return Buffer.concat([cipher.update(bytes.subarray(NONCE + TAG)), cipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** The secret has at least 32 random characters, so it needs no slow derivation. */
function keyOf(secret: string, use: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, '', use, 32))
}
