import { readFileSync } from 'node:fs'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { createGuardedSender } from '../../server/platform/outbound/guarded-sender.ts'

const file = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

/** The name by which tests know the receiver; nothing outside of them resolves it. */
export const RECEIVER_HOST = 'hooks.example'

/** A self-signed certificate of the receiver, for tests alone. */
export const RECEIVER_CERTIFICATE = file('receiver-certificate.pem')

/** A body that has arrived. */
export type Received = { headers: IncomingHttpHeaders; body: string; path: string }

/** A real HTTPS server that keeps what it is sent. */
export async function startReceiver() {
  const received: Received[] = []
  let respond = (response: ServerResponse): void => {
    response.writeHead(204).end()
  }
  const server = createServer({ key: file('receiver-key.pem'), cert: RECEIVER_CERTIFICATE }, (request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk) => chunks.push(chunk))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString('utf8'), path: request.url ?? '' })
      respond(response)
    })
  })
  let connections = 0
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `https://${RECEIVER_HOST}:${port}/hook`,
    port,
    received,
    /** Connections that were begun, also those that brought no request. */
    connections: () => connections,
    /** Sets how requests are answered from now on. */
    answer: (status: number, body = '', headers: Record<string, string> = {}) => {
      respond = (response) => response.writeHead(status, headers).end(body)
    },
    respondWith: (how: (response: ServerResponse) => void) => {
      respond = how
    },
    stop: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

/** A sender to which the receiver is a host that the operator has allowed. */
export function receiverSender() {
  return createGuardedSender({
    privateHosts: [RECEIVER_HOST],
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
    ca: RECEIVER_CERTIFICATE,
  })
}
