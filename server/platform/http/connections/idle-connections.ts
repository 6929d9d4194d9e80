import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { currentResponse } from './current-response.ts'
import { isBodyArriving } from './slow-bodies.ts'
import type { Timeouts } from './timeouts.ts'

/**
 * Closes connections on which nothing has moved for `idleMs`, unless that is our doing: while a complete request is worked
 * on, or what has come of it is not read yet, its sender can only wait.
 */
export function closeIdleConnections(app: FastifyInstance, { idleMs }: Pick<Timeouts, 'idleMs'>): void {
  // With a listener Node leaves the decision to it, and starts no timer anew.
  app.server.on('timeout', (socket: Socket) => {
    const response = currentResponse(socket)
    if (response && waitsForUs(response)) socket.setTimeout(idleMs)
    else socket.destroy()
  })
}

/** Once its response has begun, a connection on which nothing moves waits for a reader that does not read. */
function waitsForUs({ req: request, headersSent }: ServerResponse): boolean {
  if (headersSent) return false
  return !isBodyArriving(request) || request.readableLength >= request.readableHighWaterMark
}
