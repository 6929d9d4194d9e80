import { createHash } from 'node:crypto'
import type { onSendAsyncHookHandler } from 'fastify'
import { isKnown } from './entity-tags.ts'
import { EMPTY_ANSWER_POLICY } from './security-headers.ts'

/**
 * Hook of a read that is repeated often: gives the answer an `ETag`, and sends 304 without a body to a caller who has
 * it already.
 * @param headers headers that are part of what the caller has: the body of a page may stay while the total changes. They
 *   are not sent again with 304.
 */
export function answerOnlyChanges(headers: string[]): onSendAsyncHookHandler<unknown> {
  return async (request, reply, payload) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const hash = createHash('sha256').update(payload)
    for (const name of headers) hash.update(`\n${name}: ${reply.getHeader(name) ?? ''}`)
    const etag = `"${hash.digest('base64url').slice(0, 22)}"`
    reply.header('ETag', etag)
    if (!isKnown(request.headers['if-none-match'], etag)) return payload
    // The policy of pages is half of what this answer weighs, and it comes every 30 seconds.
    reply.header('Content-Security-Policy', EMPTY_ANSWER_POLICY)
    reply.code(304)
    // What describes the content goes without it (RFC 9110 section 15.4.5): the caller has it with the content.
    for (const name of ['Content-Type', 'Content-Length', ...headers]) reply.removeHeader(name)
    return null
  }
}
