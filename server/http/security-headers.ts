import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/** Everything comes from this site; no inline script or style, no frame around it. */
const CONTENT_POLICY = {
  'default-src': ["'none'"],
  'script-src': ["'self'"],
  'style-src': ["'self'"],
  'img-src': ["'self'"],
  'font-src': ["'self'"],
  'connect-src': ["'self'"],
  'manifest-src': ["'self'"],
  'form-action': ["'self'"],
  'base-uri': ["'none'"],
  'frame-ancestors': ["'none'"],
}

/**
 * Sets the security headers of every answer.
 * @param options.hasContentPolicy false only for the development server, whose hot reload needs inline scripts
 */
export function setSecurityHeaders(
  app: FastifyInstance,
  { isHttps, hasContentPolicy }: { isHttps: boolean; hasContentPolicy: boolean },
): void {
  app.register(helmet, {
    contentSecurityPolicy: hasContentPolicy && { useDefaults: false, directives: CONTENT_POLICY },
    strictTransportSecurity: isHttps && { maxAge: 31_536_000, includeSubDomains: false },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  })
}
