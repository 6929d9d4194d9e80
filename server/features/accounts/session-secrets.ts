import { createHash, randomBytes } from 'node:crypto'

/** A new 256-bit secret in a form that fits a header. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** The form in which a secret is stored: SHA-256, hexadecimal. The secret has full entropy, so no salt is needed. */
export function hashSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}
