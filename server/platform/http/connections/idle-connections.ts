import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { isBodyArriving } from './slow-bodies.ts'
import type { Timeouts } from './timeouts.ts'

/**
 * Closes connections on which nothing has moved for `idleMs`, unless that is our doing: while a complete request is worked
 * on, or what has come of it is not read yet, its sender can only wait.
 */
export function closeIdleConnections(app: FastifyInstance, { idleMs }: Pick<Timeouts, 'idleMs'>): void {
  const requests = new WeakMap<Socket, Map<IncomingMessage, ServerResponse>>()

  app.addHook('onRequest', ({ raw: request }, { raw: response }, done) => {
    const { socket } = request
    const ofSocket = requests.get(socket) ?? new Map()
    requests.set(socket, ofSocket.set(request, response))
    response.once('close', () => ofSocket.delete(request))
    done()
  })

  // With a listener Node leaves the decision to it, and starts no timer anew.
  app.server.on('timeout', (socket: Socket) => {
    const isOurTurn = [...(requests.get(socket) ?? [])].some((pair) => waitsForUs(...pair))
    if (isOurTurn) socket.setTimeout(idleMs)
    else socket.destroy()
  })
}

/** Once its response has begun, a connection on which nothing moves waits for a reader that does not read. */
function waitsForUs(request: IncomingMessage, response: ServerResponse): boolean {
  if (response.headersSent) return false
  return !isBodyArriving(request) || request.readableLength >= request.readableHighWaterMark
}
