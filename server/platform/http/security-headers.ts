import type { FastifyInstance } from 'fastify'

/** Everything comes from this site; no inline script or style, and no frame, around it or in it. */
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

/** For a file of a stranger's, which is to be saved and not shown: even where a browser shows it, it may do nothing. */
export const FOREIGN_FILE_POLICY =
  "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** For the company's logo, which is a drawing from outside: opened by itself, it may do nothing but look like one. */
export const LOGO_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox"

/** For an answer without a body, which has nothing to allow. */
export const EMPTY_RESPONSE_POLICY = "default-src 'none'; frame-ancestors 'none'"

/** What OWASP's HTTP headers cheat sheet asks of every answer. Nothing is kept by a browser unless its route says so. */
const ALWAYS = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

const ONE_YEAR_S = 365 * 24 * 60 * 60

/**
 * The security headers of every answer. They are the same for all, so they are written out once: a plugin that
 * builds them per request costs a third of the throughput (`docs/decisions/0009-security-headers.md`).
 * @param options.hasContentPolicy false only for the development server, whose hot reload needs inline scripts
 */
export function securityHeaders(options: { isHttps: boolean; hasContentPolicy: boolean }): Record<string, string> {
  return {
    ...ALWAYS,
    ...(options.hasContentPolicy && { 'content-security-policy': CONTENT_POLICY }),
    ...(options.isHttps && { 'strict-transport-security': `max-age=${ONE_YEAR_S}; includeSubDomains` }),
  }
}

/** Sends the headers with every answer that a route or the error handler gives. */
export function setSecurityHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers)
    done()
  })
}
