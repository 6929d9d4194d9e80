import type { FastifyReply, FastifyRequest } from 'fastify'
import { readSource, withSource } from '../../../contract/jobs/link-source.ts'
import { SOURCE_PARAMETER } from '../../../contract/wire/paths.ts'

/** Pages with a source in their address tell it to the next page of this site, and other sites no more than its origin. */
const TELLS_SOURCE = { 'referrer-policy': 'strict-origin-when-cross-origin' }

/**
 * Before a page is read: carries the source of a visit from its first page to the form, also without JavaScript. No page
 * differs for it: a browser says which page of this site led to an address, and is sent to the same address with the source
 * of that page (`docs/decisions/0143-sources-of-applications.md`).
 */
export async function carrySource(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  const given = (request.query as Record<string, unknown>)[SOURCE_PARAMETER]
  if (given !== undefined) {
    if (readSource(given)) reply.headers(TELLS_SOURCE)
    return undefined
  }
  const source = sourceOfReferrer(request)
  // Stored by no cache: others come to this address from elsewhere.
  return source ? reply.header('cache-control', 'no-store').redirect(withSource(request.url, source), 302) : undefined
}

/** The source in the address of the page of this site that led to a request; null without one. */
export function sourceOfReferrer({ headers: { referer, host } }: FastifyRequest): string | null {
  if (!referer?.includes(`${SOURCE_PARAMETER}=`) || !URL.canParse(referer)) return null
  const { host: from, searchParams } = new URL(referer)
  return from === host?.toLowerCase() ? readSource(searchParams.get(SOURCE_PARAMETER)) : null
}
