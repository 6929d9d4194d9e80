import { createHash } from 'node:crypto'

/** A fingerprint of what was sent with an idempotency key: SHA-256, hexadecimal. */
export function hashContent(content: unknown): string {
  return createHash('sha256').update(JSON.stringify(content)).digest('hex')
}
