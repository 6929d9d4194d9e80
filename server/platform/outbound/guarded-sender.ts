import { lookup as lookUp } from 'node:dns/promises'
import { request as sendRequest } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { performance } from 'node:perf_hooks'
import { isPublicAddress } from './private-networks.ts'

/** For the whole exchange, in milliseconds. */
const DEADLINE_MS = 15_000
/** What is read of a response, in bytes. */
const ANSWER_BYTES = 1_024
/** Headers of a response, in bytes. */
const HEADER_BYTES = 16_384

/** Addresses of a host name. */
type Resolve = (host: string) => Promise<{ address: string; family: number }[]>

/** What came back. */
export type OutboundAnswer = { status: number; milliseconds: number; text: string }

/** A request was not sent, or nothing came back; its message is for owners. */
export class OutboundFault extends Error {
  override name = 'OutboundFault'
}

/** What a sender is made with; tests put their own resolver and certificate authority in place. */
export type SenderOptions = { privateHosts: readonly string[]; resolve?: Resolve; ca?: string }

/** Sends requests to addresses that owners have entered. */
export type GuardedSender = ReturnType<typeof createGuardedSender>

/**
 * Makes the sender of requests to addresses that owners enter, which must never reach the networks of the server. It connects to
 * public addresses alone: the look-up of the connection itself refuses all others, so that no name can change between a check
 * and the connection. HTTPS only; redirects are not followed; no proxy; one deadline; the answer is read up to a limit.
 * @param options.privateHosts names that the operator lets lead into private networks
 */
export function createGuardedSender({ privateHosts, resolve = resolveAll, ca }: SenderOptions) {
  const resolveAllowed = async (host: string) => {
    const found = await resolve(host).catch(() => [])
    if (found.length === 0) throw new OutboundFault(`The host ${host} was not found.`)
    requireAllowed(
      host,
      found.map(({ address }) => address),
    )
    return found
  }

  const requireAllowed = (host: string, addresses: readonly string[]) => {
    if (privateHosts.includes(host.toLowerCase()) || addresses.every(isPublicAddress)) return
    throw new OutboundFault(`The host ${host} is in a private network, to which nothing is sent.`)
  }

  /** Node looks names up with this at the connection, and then connects to what it gives. */
  const lookup: LookupFunction = (host, { all }, done) => {
    resolveAllowed(host).then(
      (found) => {
        const [first] = found
        if (all) done(null, found)
        else done(null, first?.address ?? '', first?.family)
      },
      (error) => done(error, ''),
    )
  }

  const parse = (address: string): URL => {
    const url = URL.parse(address)
    if (url?.protocol !== 'https:') throw new OutboundFault('The address must begin with https://.')
    if (url.username || url.password) throw new OutboundFault('The address must have no user name or password.')
    const host = url.hostname.replace(/^\[|\]$/g, '')
    // Node connects to an IP address without a look-up.
    if (isIP(host) !== 0) requireAllowed(host, [host])
    return url
  }

  return {
    /** Checks an address before it is stored. @throws {OutboundFault} for one to which nothing is sent */
    check: async (address: string): Promise<void> => {
      const { hostname } = parse(address)
      if (isIP(hostname.replace(/^\[|\]$/g, '')) === 0) await resolveAllowed(hostname)
    },

    /**
     * Posts JSON.
     * @returns what came back, whatever its status; of its body the beginning
     * @throws {OutboundFault} where nothing was sent or nothing came back
     */
    post: async (address: string, body: string, headers: Record<string, string> = {}): Promise<OutboundAnswer> => {
      const url = parse(address)
      const begun = performance.now()
      const signal = AbortSignal.timeout(DEADLINE_MS)
      try {
        return await new Promise<OutboundAnswer>((answer, fail) => {
          const request = sendRequest(url, {
            method: 'POST',
            // No connection of an earlier look-up is used again.
            agent: false,
            ...{ lookup, signal, maxHeaderSize: HEADER_BYTES, ...(ca !== undefined && { ca }) },
            headers: {
              'content-type': 'application/json',
              'content-length': Buffer.byteLength(body),
              'user-agent': 'Wellhead-Webhooks/1',
              ...headers,
            },
          })
          request.on('error', fail)
          request.on('response', (response) => {
            const chunks: Buffer[] = []
            let length = 0
            const end = () => {
              const text = Buffer.concat(chunks).subarray(0, ANSWER_BYTES).toString('utf8').replaceAll('\0', '')
              answer({ status: response.statusCode ?? 0, milliseconds: Math.round(performance.now() - begun), text })
              request.destroy()
            }
            response.on('data', (chunk: Buffer) => {
              chunks.push(chunk)
              length += chunk.length
              if (length >= ANSWER_BYTES) end()
            })
            response.on('end', end)
            response.on('error', fail)
          })
          request.end(body)
        })
      } catch (error) {
        if (error instanceof OutboundFault) throw error
        if (signal.aborted) throw new OutboundFault(`No response came within ${DEADLINE_MS / 1000} seconds.`)
        throw new OutboundFault(`The connection failed: ${codeOf(error)}`)
      }
    },
  }
}

/** A fault of the network in one word: its message may name addresses. */
function codeOf(error: unknown): string {
  const { code } = error as { code?: unknown }
  return typeof code === 'string' ? code : 'unknown fault'
}

function resolveAll(host: string) {
  return lookUp(host, { all: true })
}
