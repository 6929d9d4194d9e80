import type { FastifyReply, FastifyRequest } from 'fastify'
import type { RefusedPage } from '../../../contract/site/refused-page.ts'
import { sendCached } from '../../platform/http/cached-response.ts'
import { createCustomerPrefixBudget } from '../../platform/http/customer-prefix-budget.ts'
import type { WellheadApp } from '../../platform/http/route.ts'
import { PRIVATE_HEADERS } from '../../platform/http/security-headers.ts'
import type { Services } from '../feature.ts'
import { refuseOverspent } from './refuse-overspent.ts'

/** Routes of pages are no part of the API. */
export const HIDDEN = { schema: { hide: true } as object }

const FORM_TYPE = 'application/x-www-form-urlencoded'
/** Far more than the fields may have. In bytes. */
const FORM_LIMIT = 16 * 1024

/** Some sixty pages of one customer prefix at once, then one a second: a fiftieth of the main thread. */
const PERSONAL_PAGES = { mostMs: 1_000, perSecondMs: 20 }
/** What finding out what a link opens, and doing what a form asks, costs at least. In milliseconds. */
const LOOKUP_MS = 10

/**
 * Limits what the personal pages of a scope cost each customer prefix: no two of them are alike, so none is kept. One beyond
 * the limit gets a page that says when to come back, which is rendered once.
 * @param options.path of the page that shows the refusal
 * @param options.reason a sentence that says what was asked for too often
 * @returns takes the milliseconds that rendering a page for a request took
 */
export function limitPersonalPages(
  scope: WellheadApp,
  { render, published }: Pick<Services, 'render' | 'published'>,
  { path, reason }: { path: string; reason: string },
): (request: FastifyRequest, ms: number) => void {
  const budget = createCustomerPrefixBudget({ ...PERSONAL_PAGES, reason })
  refuseOverspent(scope, budget, async (request, reply, { message, status, retryAfter }) => {
    const data = { [path]: { refusal: message } satisfies RefusedPage }
    const page = await render(path, await published.current(), data, { variant: `refused ${message}` })
    const headers = {
      ...page.headers,
      ...PRIVATE_HEADERS,
      ...(retryAfter !== undefined && { 'retry-after': `${retryAfter}` }),
    }
    return sendCached(request, reply, { ...page, headers, status })
  })
  scope.addHook('onRequest', async (request) => budget.spend(request.ip, LOOKUP_MS))
  return (request, ms) => budget.spend(request.ip, ms)
}

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
