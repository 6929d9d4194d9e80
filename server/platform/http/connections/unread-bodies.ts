import type { IncomingMessage, Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { giveBack } from '../give-back.ts'
import { onceInCrumbs } from './small-pieces.ts'
import { isStillArriving } from './still-arriving.ts'

/**
 * Bounds what is read of a body after the answer has been given. A body that says it is of a possible size is read to
 * its end, since a browser listens only then; any other one, or one that came too slowly, has a moment, then its
 * connection is closed.
 * @param options.isTooLong whether a body says of itself that it is longer than anything we take
 */
export function boundUnreadBodies(
  app: FastifyInstance,
  { isTooLong, lingerMs }: { isTooLong: (request: IncomingMessage) => boolean; lingerMs: number },
): void {
  const wantingClose = new WeakSet<IncomingMessage>()

  app.addHook('onSend', ({ raw: request }, { raw: response }, payload, done) => {
    if (isStillArriving(request) && !response.shouldKeepAlive) {
      // Node would close at once, which resets the connection of who is still sending, and the answer is lost.
      response.shouldKeepAlive = true
      wantingClose.add(request)
    }
    done(null, payload)
  })

  app.addHook('onResponse', ({ raw: request, arrival }, _reply, done) => {
    done()
    if (!isStillArriving(request) || request.destroyed) return
    // What was reading it, a form parser perhaps, has stopped.
    request.unpipe()
    onceInCrumbs(request, () => request.socket.destroy())
    // Last: a listener behind it would see an empty piece.
    request.on('data', giveBack)
    // One that was held up by its parser stays so until it is told.
    request.resume()
    const { socket } = request
    if (wantingClose.has(request)) request.once('end', () => socket.end())
    const isWorthReading = request.headers['content-length'] !== undefined && !isTooLong(request) && !arrival?.isLetGo
    if (isWorthReading) return
    const timer = setTimeout(() => request.complete || socket.destroy(), lingerMs).unref()
    request.once('close', () => clearTimeout(timer))
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
