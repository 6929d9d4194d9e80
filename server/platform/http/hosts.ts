import { isIPv4 } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { API } from '../../../contract/paths.ts'
import { RequestError } from './request-error.ts'

export const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS'])
/** Reads under `/api/` that answer everybody the same, as long as no sign-in comes along. */
const PUBLIC_READS = new Set<string>([API.jobs, API.job, API.openapi])

/**
 * The name in a `Host` header: in lower case, without port and final dot, addresses in their usual form.
 * @returns undefined for a text that no browser sends
 */
export function hostName(header: string | undefined): string | undefined {
  if (!header || /[\s/\\?#@]/.test(header) || !URL.canParse(`http://${header}`)) return undefined
  return new URL(`http://${header}`).hostname.replace(/\.$/, '') || undefined
}

/** Whether a name, as {@link hostName} gives it, is this machine's for every resolver and browser (RFC 6761 section 6.3). */
export function isLoopbackName(name: string): boolean {
  return name === '[::1]' || name === 'localhost' || name.endsWith('.localhost') || isLoopbackIpv4(name)
}

/** Whether a connection comes from this machine; also of an IPv4 address in IPv6 form. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address === '::1' || isLoopbackIpv4(address?.replace(/^::ffff:/i, '') ?? '')
}

/** Whether other machines can connect, and no address is set at which they may do more than read. */
export function isForThisMachineAlone({ host, publicUrl }: { host: string; publicUrl: string }): boolean {
  const isOpen = host !== 'localhost' && !isLoopbackAddress(host)
  return isOpen && isLoopbackName(hostName(new URL(publicUrl).host) ?? '')
}

function isLoopbackIpv4(text: string): boolean {
  return isIPv4(text) && text.startsWith('127.')
}

/**
 * Refuses calls that change or read private data under another host than that of `PUBLIC_URL` or this machine's own: a
 * stranger's page may have its own name lead here (DNS rebinding), and is then the same site to a browser. What a proxy
 * says in `X-Forwarded-Host` does not count, since such a page can say it too (`docs/decisions/0040-hosts-and-setup.md`).
 */
export function refuseOtherHosts(app: FastifyInstance, publicUrl: string): void {
  const publicName = hostName(new URL(publicUrl).host)
  let isTold = false
  app.addHook('onRequest', (request, _reply, done) => {
    if (request.is404 || isPublicRead(request)) return done()
    const name = hostName(request.headers.host)
    if (name !== undefined && (name === publicName || isLoopbackName(name))) return done()
    if (!isTold) app.log.warn(`Calls are refused that do not come to PUBLIC_URL, ${publicUrl}. ${ADVICE}`)
    isTold = true
    done(
      new RequestError(
        'wrong_host',
        `This server is not set up for the address you use, only for ${publicUrl}. ${ADVICE}`,
      ),
    )
  })
}

const ADVICE =
  'To use another one, whoever runs the server sets PUBLIC_URL to it; a proxy in front has to pass on the Host header.'

function isPublicRead({ method, headers, routeOptions }: FastifyRequest): boolean {
  if (!SAFE_METHODS.has(method) || headers.authorization !== undefined) return false
  const route = routeOptions.url ?? ''
  return !route.startsWith('/api/') || PUBLIC_READS.has(route)
}
