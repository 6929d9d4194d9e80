import type { FastifyReply, FastifyRequest } from 'fastify'
import { sendCached } from '../../platform/http/cached-response.ts'
import type { WellheadApp } from '../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'
import type { Services } from '../feature.ts'

/** Routes of pages are no part of the API. */
export const HIDDEN = { schema: { hide: true } as object }

const FORM_TYPE = 'application/x-www-form-urlencoded'
/** Far more than the fields may have. In bytes. */
const FORM_LIMIT = 16 * 1024

/**
 * Sends a page that only one visitor may see.
 * @param options.status that of the page unless given
 * @param options.onRendered gets the processor time that rendering took, in milliseconds
 * @param options.variant names a page that is the same for many, so that it is rendered once
 */
export async function sendPersonalPage(
  { render, published }: Pick<Services, 'render' | 'published'>,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  path: string,
  data: object | null,
  { status, variant, onRendered }: { status?: number; variant?: string; onRendered?: (ms: number) => void } = {},
) {
  const shared = data === null ? 'not found' : variant
  const options = shared === undefined ? { isCached: false, onRendered } : { variant: shared }
  const page = await render(path, await published.current(), { [path]: data }, options)
  const headers = { ...page.headers, ...PRIVATE_HEADERS }
  return sendCached(request, reply, { ...page, headers, status: status ?? page.status })
}

/** Reads the forms of the scope as browsers send them without JavaScript, and nothing else. */
export function readForms(scope: WellheadApp): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(FORM_TYPE, { parseAs: 'string', bodyLimit: FORM_LIMIT }, (_request, body, done) =>
    done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  )
}
