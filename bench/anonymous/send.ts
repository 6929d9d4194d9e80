import { Agent, request } from 'node:http'

/** A request as it goes over the wire. */
export type Sent = { method: string; path: string; headers?: Record<string, string>; body?: Buffer }

const TIMEOUT_MS = 120_000

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** Sends a request and reads the whole response. @returns its status; 0 when the connection was closed before one came */
export async function send(url: string, { method, path, headers, body }: Sent, from: string): Promise<number> {
  const { hostname, port } = new URL(url)
  const { promise, resolve } = Promise.withResolvers<number>()
  const outgoing = request({
    agent,
    host: hostname === 'localhost' ? '127.0.0.1' : hostname,
    port,
    method,
    path,
    headers: {
      host: `localhost:${port}`,
      'x-forwarded-for': from,
      ...(body && { 'content-length': String(body.length) }),
      ...headers,
    },
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  outgoing.on('response', (response) => {
    response.on('error', () => resolve(0)).on('end', () => resolve(response.statusCode ?? 0))
    response.resume()
  })
  outgoing.on('error', () => resolve(0))
  outgoing.end(body)
  return promise
}

/** An address of the network with this number, each in a network of its own. */
export function addressOf(network: number): string {
  return `10.${(network >> 16) & 255}.${(network >> 8) & 255}.${network & 255}`
}
