import { createHmac, randomBytes } from 'node:crypto'

/** How every secret begins (Standard Webhooks 1.0.0). */
const SECRET_PREFIX = 'whsec_'

/** A new secret of 256 bits. */
export function newWebhookSecret(): string {
  return SECRET_PREFIX + randomBytes(32).toString('base64')
}

/**
 * The headers of a body (Standard Webhooks 1.0.0): id, time, and a signature for each secret, so that a receiver can change to
 * a new one while the old one still works.
 */
export function signedHeaders(
  { id, body, now }: { id: string; body: string; now: Date },
  secrets: readonly string[],
): Record<string, string> {
  const timestamp = String(Math.floor(now.getTime() / 1000))
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64')
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
  })
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') }
}
