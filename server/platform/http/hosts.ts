import { isIPv4 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API } from '../../../contract/wire/paths.ts'
import { SAFE_METHODS } from './cross-site.ts'
import { RequestError } from './request-error.ts'

/** Reads under `/api/` whose response is the same for every caller without a bearer token. */
const PUBLIC_READS = new Set<string>([API.jobs, API.job, ADMIN_API.openapi])

/**
 * The name in a `Host` header: in lower case, without port and final dot, addresses in their usual form.
 * @returns undefined for a header that no browser sends
 */
export function hostName(header: string | undefined): string | undefined {
  if (!header || /[\s/\\?#@]/.test(header) || !URL.canParse(`http://${header}`)) return undefined
  return new URL(`http://${header}`).hostname.replace(/\.$/, '') || undefined
}

/** Whether every resolver and browser takes a name for this machine (RFC 6761 section 6.3). @param name from {@link hostName} */
export function isLoopbackName(name: string): boolean {
  return name === '[::1]' || name === 'localhost' || name.endsWith('.localhost') || isLoopbackIpv4(name)
}

/** Whether a connection comes from this machine; also reads an IPv4 address in IPv6 form. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address === '::1' || isLoopbackIpv4(address?.replace(/^::ffff:/i, '') ?? '')
}

/** Whether other machines can connect, but may only read: `PUBLIC_URL` names this machine. */
export function isReadOnlyForOthers({ host, publicUrl }: { host: string; publicUrl: string }): boolean {
  const isReachable = host !== 'localhost' && !isLoopbackAddress(host)
  return isReachable && isLoopbackName(hostName(new URL(publicUrl).host) ?? '')
}

function isLoopbackIpv4(text: string): boolean {
  return isIPv4(text) && text.startsWith('127.')
}

/**
 * Refuses requests that change or read private data unless `Host` is that of `PUBLIC_URL` or a loopback name. A foreign
 * page can point its own name at this server (DNS rebinding), and a browser then takes both for one site. Such a page can
 * also send `X-Forwarded-Host`, so that header does not count (`docs/decisions/0040-hosts-and-setup.md`).
 */
export function refuseOtherHosts(app: FastifyInstance, publicUrl: string): void {
  const { host: publicHost } = new URL(publicUrl)
  const publicName = hostName(publicHost)
  let isLogged = false
  app.addHook('onRequest', (request, _reply, done) => {
    const { host } = request.headers
    // What browsers send, without a look at the route.
    if (host === publicHost || request.is404 || isPublicRead(request)) return done()
    const name = hostName(host)
    if (name !== undefined && (name === publicName || isLoopbackName(name))) return done()
    if (!isLogged) app.log.warn(`Refused a request whose host is not that of PUBLIC_URL, ${publicUrl}. ${ADVICE}`)
    isLogged = true
    done(
      new RequestError(
        'wrong_host',
        `This server is not set up for the address you use, only for ${publicUrl}. ${ADVICE}`,
      ),
    )
  })
}

const ADVICE =
  'To use another address, the operator sets PUBLIC_URL to it; a proxy in front must pass on the Host header.'

function isPublicRead({ method, headers, routeOptions }: FastifyRequest): boolean {
  if (!SAFE_METHODS.has(method) || headers.authorization !== undefined) return false
  const route = routeOptions.url ?? ''
  return !route.startsWith('/api/') || PUBLIC_READS.has(route)
}
