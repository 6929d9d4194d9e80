import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { clientNetwork } from '../client-address.ts'

/** Connections of this process: of about 15 kB each, and far more than a careers site ever has. */
const MOST = 4_000
/** Requests that wait on one connection for the answer to an earlier one. Browsers and proxies send none ahead. */
const MOST_AHEAD = 20

/**
 * Bounds connections, and what is asked ahead on each. Beyond the limit the oldest connection of the network with the
 * most is closed: browsers and proxies open another one without a word.
 * @param options.most fewer than usual for tests
 */
export function limitConnections(app: FastifyInstance, { most = MOST }: { most?: number | undefined } = {}): void {
  const networks = new Map<string, Set<Socket>>()
  let total = 0

  app.server.on('connection', (socket) => {
    const network = clientNetwork(socket.remoteAddress ?? '')
    const ofThisOne = networks.get(network) ?? new Set()
    networks.set(network, ofThisOne.add(socket))
    total += 1
    socket.once('close', () => {
      total -= 1
      ofThisOne.delete(socket)
      if (ofThisOne.size === 0) networks.delete(network)
    })
    if (total > most) oldestOfLargest(networks)?.destroy()
  })

  const ahead = new WeakMap<Socket, number>()
  app.addHook('onRequest', ({ raw: { socket } }, { raw: response }, done) => {
    // A response has the connection once it is its turn.
    if (response.socket === null) {
      const waiting = (ahead.get(socket) ?? 0) + 1
      ahead.set(socket, waiting)
      response.once('close', () => ahead.set(socket, (ahead.get(socket) ?? 1) - 1))
      if (waiting > MOST_AHEAD) return void socket.destroy()
    }
    done()
  })
}

function oldestOfLargest(networks: Map<string, Set<Socket>>): Socket | undefined {
  let largest: Set<Socket> = new Set()
  for (const sockets of networks.values()) if (sockets.size > largest.size) largest = sockets
  return largest.values().next().value
}
