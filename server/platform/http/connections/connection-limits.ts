import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { clientNetwork } from '../client-address.ts'

/** Connections of this process, of about 15 kB each; far more than a careers site ever has. */
const MAX_CONNECTIONS = 4_000
/** Pipelined requests that wait on one connection. Browsers and proxies send none. */
const MAX_PIPELINED = 20

/**
 * Limits connections, and pipelined requests on each. Beyond the limit the oldest connection of the network with the most
 * closes: browsers and proxies silently open another.
 * @param options.maxConnections a lower limit for tests
 */
export function limitConnections(
  app: FastifyInstance,
  { maxConnections = MAX_CONNECTIONS }: { maxConnections?: number | undefined } = {},
): void {
  const networks = new Map<string, Set<Socket>>()
  let total = 0

  app.server.on('connection', (socket) => {
    const { remoteAddress } = socket
    // Its sender is gone already: no limit can count it, and no response reaches it.
    if (remoteAddress === undefined) return void socket.destroy()
    const network = clientNetwork(remoteAddress)
    const sockets = networks.get(network) ?? new Set()
    networks.set(network, sockets.add(socket))
    total += 1
    socket.once('close', () => {
      total -= 1
      sockets.delete(socket)
      if (sockets.size === 0) networks.delete(network)
    })
    if (total > maxConnections) oldestOfLargest(networks)?.destroy()
  })

  const pipelined = new WeakMap<Socket, number>()
  app.addHook('onRequest', ({ raw: { socket } }, { raw: response }, done) => {
    // Node gives a response its socket only once the responses before it are sent.
    if (response.socket === null) {
      const waiting = (pipelined.get(socket) ?? 0) + 1
      pipelined.set(socket, waiting)
      response.once('close', () => pipelined.set(socket, (pipelined.get(socket) ?? 1) - 1))
      if (waiting > MAX_PIPELINED) return void socket.destroy()
    }
    done()
  })
}

function oldestOfLargest(networks: Map<string, Set<Socket>>): Socket | undefined {
  let largest: Set<Socket> = new Set()
  for (const sockets of networks.values()) if (sockets.size > largest.size) largest = sockets
  return largest.values().next().value
}
