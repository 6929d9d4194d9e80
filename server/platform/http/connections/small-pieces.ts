import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isForm } from './form-bodies.ts'
import { isStillArriving } from './still-arriving.ts'

/** Each piece of a body costs, however small. Packets of an honest sender have twice as many bytes. */
const LEAST_BYTES_PER_PIECE = 256
const FREE_PIECES = 1_024

/**
 * Calls back once when a body comes in far more pieces than any honest sender's. To be called where something begins to
 * read the body.
 */
export function onceInCrumbs(body: IncomingMessage, callback: () => void): void {
  let bytes = 0
  let pieces = 0
  const count = (piece: Buffer) => {
    bytes += piece.length
    pieces += 1
    if (pieces <= FREE_PIECES + bytes / LEAST_BYTES_PER_PIECE) return
    body.off('data', count)
    callback()
  }
  body.on('data', count)
}

/** Ends the connection of a body in crumbs, with a bare 400. Forms are left to their routes, which begin to read later. */
export function refuseCrumbs(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, _body, done) => {
    const { raw } = request
    if (isStillArriving(raw) && !isForm(request)) {
      onceInCrumbs(raw, () => app.server.emit('clientError', new Error('body in crumbs'), raw.socket))
    }
    done()
  })
}
