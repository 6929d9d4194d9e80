import type { FastifyInstance } from 'fastify'

/** Everything loads from this site: no inline script or style, no frame around it or in it. */
const CONTENT_POLICY = [
  "default-src 'none'",
  "object-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** For the list that other sites show in a frame. @param sites origins that may; none: no site may */
export function embeddedPolicy(sites: readonly string[]): string {
  const ancestors = sites.length === 0 ? "'none'" : sites.join(' ')
  return `default-src 'none'; object-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors ${ancestors}`
}

/** For an applicant's file, which is downloaded: even a browser that shows it runs and loads nothing. */
export const FOREIGN_FILE_POLICY =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** For the company's logo: opened by itself, the drawing runs nothing and loads nothing. */
export const LOGO_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"

/** For a response without a body, which needs no permissions. */
export const EMPTY_RESPONSE_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** For what only one applicant may see: stored, indexed and named by no other program. */
export const PRIVATE_HEADERS = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex',
}

/** For what every visitor may read: the pages of any site may read it too. */
export const ANY_SITE_READS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': 'ETag',
  'cross-origin-resource-policy': 'cross-origin',
}

/**
 * What OWASP's HTTP headers cheat sheet asks of every response, and a stricter referrer: an address can be a key, and
 * logs have referrers. Browsers store only what a route allows.
 */
const ALWAYS = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const ONE_YEAR_S = 365 * 24 * 60 * 60

/**
 * The security headers of every response. They are built once: a plugin that builds them per request costs a third of
 * the throughput (`docs/decisions/0009-security-headers.md`).
 * @param options.hasContentPolicy false only for the development server, whose hot reload needs inline scripts
 */
export function securityHeaders(options: { isHttps: boolean; hasContentPolicy: boolean }): Record<string, string> {
  return {
    ...ALWAYS,
    ...(options.hasContentPolicy && { 'content-security-policy': CONTENT_POLICY }),
    ...(options.isHttps && { 'strict-transport-security': `max-age=${ONE_YEAR_S}; includeSubDomains` }),
  }
}

/** Adds the headers to every response of a route or the error handler. */
export function setSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
