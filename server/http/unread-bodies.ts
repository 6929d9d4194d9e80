import type { IncomingMessage, Server } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * How long a body of no known or of too great a length is still read after its answer, in milliseconds. Closing at once
 * would reset the connection, and the sender would never see the answer.
 */
const LINGER_MS = 5_000

/**
 * Bounds what is read of a body after the answer has been given. A body that says it is of a possible size is read to
 * its end, since a browser listens only then; any other one has {@link LINGER_MS}, then its connection is closed.
 * @param isTooLong whether a body says of itself that it is longer than anything we take
 */
export function boundUnreadBodies(app: FastifyInstance, isTooLong: (request: IncomingMessage) => boolean): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return
    // What was reading it, a form parser perhaps, has stopped.
    raw.unpipe()
    raw.resume()
    if (raw.headers['content-length'] !== undefined && !isTooLong(raw)) return
    const timer = setTimeout(() => raw.complete || raw.socket.destroy(), LINGER_MS).unref()
    raw.once('close', () => clearTimeout(timer))
  })
  keepTooLongBodiesBack(app.server, isTooLong)
}

/** A sender that asks first (`Expect: 100-continue`) is not invited to send what will be refused. */
function keepTooLongBodiesBack(server: Server, isTooLong: (request: IncomingMessage) => boolean): void {
  server.on('checkContinue', (request, response) => {
    if (!isTooLong(request)) response.writeContinue()
    server.emit('request', request, response)
  })
}
