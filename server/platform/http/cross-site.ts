import type { FastifyInstance, FastifyRequest } from 'fastify'
import { SAFE_METHODS } from './hosts.ts'
import { RequestError } from './request-error.ts'

/**
 * Refuses calls that another site has a visitor's browser make: nobody is to be made an applicant, or the first admin,
 * unawares. Browsers say where a call comes from; callers that are no browsers say nothing and pass. Comes after
 * `refuseOtherHosts`, so that the `Host` it compares with is one of ours.
 */
export function refuseCrossSite(app: FastifyInstance, publicUrl: string): void {
  const publicOrigin = new URL(publicUrl).origin
  app.addHook('onRequest', (request, _reply, done) => {
    if (SAFE_METHODS.has(request.method) || !isCrossSite(request, publicOrigin)) return done()
    done(new RequestError('cross_site', 'This call may only be made from our own pages.'))
  })
}

/**
 * Whether a browser says that another site has it make the call, or another port of this host: cookies know no ports, so
 * that those are told apart by this alone. The origin is ours where it is that of `PUBLIC_URL`, or, without a proxy, the
 * host that was called.
 */
export function isCrossSite({ headers }: FastifyRequest, publicOrigin: string): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined) return site !== 'same-origin' && site !== 'none'
  const { origin, host } = headers
  return origin !== undefined && origin !== publicOrigin && hostOf(origin) !== host?.toLowerCase()
}

function hostOf(origin: string): string | undefined {
  return URL.canParse(origin) ? new URL(origin).host : undefined
}
