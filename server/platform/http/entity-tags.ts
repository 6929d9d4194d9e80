import { createHash } from 'node:crypto'
import type { FastifyRequest, onSendAsyncHookHandler } from 'fastify'
import { EMPTY_RESPONSE_POLICY } from './security-headers.ts'

/** Makes a strong entity tag from everything that the tagged response consists of. */
export function createEtag(...parts: string[]): string {
  const etag = startEtag()
  for (const part of parts) etag.add(part)
  return etag.end()
}

/** Makes the same tag as {@link createEtag}, from parts that come one after another. */
export function startEtag() {
  const hash = createHash('sha256')
  return {
    add: (part: string | Buffer) => {
      hash.update(part)
    },
    end: () => `"${hash.digest('base64url').slice(0, 22)}"`,
  }
}

/** Whether `If-None-Match` names the tag. RFC 9110 section 13.1.2: a list, compared without the mark of weakness. */
export function matchesEtag({ headers }: FastifyRequest, etag: string): boolean {
  const header = headers['if-none-match']
  if (header === undefined) return false
  const tags = header.split(',').map(withoutWeakness)
  return tags.includes(withoutWeakness(etag)) || tags.includes('*')
}

function withoutWeakness(tag: string): string {
  return tag.trim().replace(/^W\//, '')
}

/**
 * Hook of a read that is polled: adds an `ETag`, and sends 304 without a body to a caller whose copy is current.
 * @param headers headers that belong to the copy: a page's body may stay while the total changes. 304 omits them.
 */
export function sendOnlyChanges(headers: string[]): onSendAsyncHookHandler<unknown> {
  return async (request, reply, payload) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const etag = createEtag(payload, ...headers.map((name) => `\n${name}: ${reply.getHeader(name) ?? ''}`))
    reply.header('ETag', etag)
    if (!matchesEtag(request, etag)) return payload
    // The policy of pages would be half of this response, which is sent every 30 seconds.
    reply.header('Content-Security-Policy', EMPTY_RESPONSE_POLICY)
    reply.code(304)
    // RFC 9110 section 15.4.5: headers that describe the content go with the content.
    for (const name of ['Content-Type', 'Content-Length', ...headers]) reply.removeHeader(name)
    return null
  }
}
