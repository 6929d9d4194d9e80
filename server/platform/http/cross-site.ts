import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError } from './request-error.ts'

/** Methods that change nothing (RFC 9110 section 9.2.1). */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses requests that another site's page has a visitor's browser send: no visitor becomes an applicant, or the first
 * admin, unawares. Browsers name the origin; other clients do not, and pass. Register it after `refuseOtherHosts`, which
 * makes sure that `Host` is one of ours.
 */
export function refuseCrossSite(app: FastifyInstance, publicUrl: string): void {
  const publicOrigin = new URL(publicUrl).origin
  app.addHook('onRequest', (request, _reply, done) => {
    if (SAFE_METHODS.has(request.method) || !isCrossSite(request, publicOrigin)) return done()
    done(new RequestError('cross_site', 'This request is only allowed from our own pages.'))
  })
}

/**
 * Whether a browser says that the request comes from another site, or from another port of this host: cookies do not
 * distinguish ports. The origin is ours when it is that of `PUBLIC_URL`, or, without a proxy, that of the `Host` header.
 */
export function isCrossSite({ headers }: FastifyRequest, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  return origin !== undefined && origin !== publicOrigin && hostOf(origin) !== host?.toLowerCase()
}

/** Whether a request was refused that another site's page may have made: what it typed is not shown. */
export function isForeign({ code }: RequestError): boolean {
  return code === 'cross_site' || code === 'wrong_host'
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
