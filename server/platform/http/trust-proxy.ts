import type { IncomingHttpHeaders } from 'node:http'
import { isIP } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type * as z from 'zod'

/** Which proxies may name the caller's address: none, a number of hops, or listed addresses and networks. */
export type TrustProxy = false | number | string[]

/** More proxies than any site has. A larger number would let callers name their own address, as `true` would. */
const MOST_HOPS = 10
/** Network names that `@fastify/proxy-addr` knows. */
const NETWORKS = new Set(['loopback', 'linklocal', 'uniquelocal'])
/** The shortest accepted network prefix: that of `uniquelocal`. */
const SHORTEST_PREFIX: Record<number, number> = { 4: 8, 6: 7 }

/** Parses `TRUST_PROXY`; adds an issue for each invalid part. */
export function readTrustProxy(text: string, context: z.RefinementCtx): TrustProxy {
  if (text === 'false') return false
  const hops = /^\d+$/.test(text) ? Number(text) : undefined
  if (hops !== undefined && hops <= MOST_HOPS) return hops === 0 ? false : hops
  const parts = text.split(',').map((part) => part.trim())
  for (const message of hops === undefined ? faultsOf(text, parts) : [`TRUST_PROXY must be ${MOST_HOPS} at most`]) {
    context.addIssue({ code: 'custom', message })
  }
  return parts
}

function faultsOf(text: string, parts: string[]): string[] {
  if (/^true$/i.test(text)) {
    return [
      'TRUST_PROXY=true is refused: every caller could name its own address, so that no limit would hold. ' +
        'Set the number of proxies in front (TRUST_PROXY=1), or their addresses',
    ]
  }
  const wrong = parts.filter((part) => !NETWORKS.has(part) && !isNetwork(part))
  return wrong.map(
    (part) =>
      `TRUST_PROXY must be a number of proxies, or a list of their addresses or networks: ${JSON.stringify(part)} is ` +
      'none (examples: 1; 10.0.0.1, 10.1.0.0/16; loopback)',
  )
}

/** An address, with or without a prefix; refuses networks so large that a caller could be in them. */
function isNetwork(part: string): boolean {
  const [address = '', prefix, ...more] = part.split('/')
  const version = isIP(address)
  if (version === 0 || address.includes('%') || more.length > 0) return false
  if (prefix === undefined) return true
  const bits = /^\d{1,3}$/.test(prefix) ? Number(prefix) : Number.NaN
  return bits >= (SHORTEST_PREFIX[version] ?? 0) && bits <= (version === 4 ? 32 : 128)
}

/** The value of Fastify's `trustProxy`, which takes no bare number. */
export function trustedHops(trustProxy: TrustProxy) {
  return typeof trustProxy === 'number' ? (_address: string, hop: number) => hop < trustProxy : trustProxy
}

/** Headers that proxies add, beside those that begin with `x-forwarded-`. */
const PROXY_HEADERS = ['forwarded', 'via', 'x-real-ip']

/** Whether a header says that a proxy, trusted or not, passed the request on. */
export function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || PROXY_HEADERS.includes(name))
}

/** Warnings about `TRUST_PROXY` at the start: `https` means that a proxy ends TLS, since Wellhead does not. */
export function proxyWarnings({ publicUrl, trustProxy }: { publicUrl: string; trustProxy: TrustProxy }): string[] {
  if (trustProxy !== false || !publicUrl.startsWith('https:')) return []
  return [
    'PUBLIC_URL is https, so a proxy is in front, and TRUST_PROXY is not set: all visitors count as one caller. Have the ' +
      'proxy send X-Forwarded-For, and set TRUST_PROXY to the number of proxies in front.',
  ]
}

/** Logs each fault of `TRUST_PROXY` that a request shows: once, without an address. */
export function warnOfUntrusted(app: FastifyInstance, trustProxy: TrustProxy): void {
  const logged = new Set<string>()
  app.addHook('onRequest', (request, _reply, done) => {
    const fault = forwardingFault(request, trustProxy)
    if (fault !== undefined && !logged.has(fault)) {
      logged.add(fault)
      app.log.warn(fault)
    }
    done()
  })
}

function forwardingFault(request: FastifyRequest, trustProxy: TrustProxy): string | undefined {
  const { headers } = request
  if (!headers['x-forwarded-for']) return headers.forwarded && UNREAD
  const { ips } = request
  // `ips` begins with the connection's own address and ends with the first that is not trusted.
  const forwarded = ips ? ips.length - 1 : 0
  if (forwarded === 0) return trustProxy === false ? UNSET : UNLISTED
  return typeof trustProxy === 'number' && forwarded < trustProxy ? TOO_MANY : undefined
}

const AS_ONE =
  'X-Forwarded-For came from an address that TRUST_PROXY does not trust, so it was ignored. If it came from your own ' +
  'proxy, all visitors now count as one caller: ten wrong passwords from one visitor stop all sign-ins.'
const UNSET = `${AS_ONE} Set TRUST_PROXY to the number of proxies in front (TRUST_PROXY=1) or to their addresses.`
const UNLISTED = `${AS_ONE} Add the address of the proxy to TRUST_PROXY.`
const UNREAD =
  'A proxy sent the Forwarded header, which is not read: have it send X-Forwarded-For, and set TRUST_PROXY to the number of proxies in front.'
const TOO_MANY =
  'A request came through fewer proxies than TRUST_PROXY says, so a caller may have named its own address. Set ' +
  'TRUST_PROXY to the number of proxies that every request passes, and block direct access to this port.'
