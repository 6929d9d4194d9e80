import type { IncomingMessage, Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { isForm } from '../form-requests.ts'
import { freeChunk } from '../free-chunk.ts'
import { notFound } from '../request-error.ts'
import { isBodyArriving } from './slow-bodies.ts'

/**
 * Largest body that is not a form with a file, in bytes. Reading and refusing one takes the main thread as long as the body is:
 * a stranger's has room for the longest text of a schema, 5,000 characters, each escaped (`\u8a9e`). An admin's has room for
 * a posting, and is read only after the sign-in is checked.
 */
export const BODY_LIMIT = { stranger: 32 * 1024, admin: 256 * 1024 } as const

/** Each chunk of a body costs time, however small. The packets of an honest sender have at least twice these bytes. */
const MIN_BYTES_PER_CHUNK = 256
const FREE_CHUNKS = 1_024

/** Refuses what is sent to an address that no route has, before its body is read. Reads get the page that says so. */
export function refuseUnknownAddresses(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    done(request.is404 && !isRead ? notFound() : undefined)
  })
}

/** Calls back once when a body arrives in far more chunks than an honest sender's. Call it when reading begins. */
export function onceTinyChunks(body: IncomingMessage, callback: () => void): void {
  let bytes = 0
  let chunks = 0
  const count = (chunk: Buffer) => {
    bytes += chunk.length
    chunks += 1
    if (chunks <= FREE_CHUNKS + bytes / MIN_BYTES_PER_CHUNK) return
    body.off('data', count)
    callback()
  }
  body.on('data', count)
}

/** Closes the connection of a body in tiny chunks, with a bare 400. The routes of forms check theirs themselves. */
export function refuseTinyChunks(app: FastifyInstance): void {
  app.addHook('preParsing', (request, _reply, _body, done) => {
    const { raw } = request
    if (isBodyArriving(raw) && !isForm(request)) {
      onceTinyChunks(raw, () => app.server.emit('clientError', new Error('body in tiny chunks'), raw.socket))
    }
    done()
  })
}

/**
 * Limits what is read of a body after the response. A body that declares a possible size is read to its end, since a
 * browser reads the response only then. Any other body, or one that was too slow, has `lingerMs` before its connection
 * closes.
 * @param options.isTooLong whether a body declares more than any route accepts
 */
export function limitUnreadBodies(
  app: FastifyInstance,
  { isTooLong, lingerMs }: { isTooLong: (request: IncomingMessage) => boolean; lingerMs: number },
): void {
  const closingRequests = new WeakSet<IncomingMessage>()

  app.addHook('onSend', ({ raw: request }, { raw: response }, payload, done) => {
    // Before the response has ended: from then on Node drops the chunks of a body that nothing has read, uncounted.
    if (isBodyArriving(request) && !request.readableDidRead) onceTinyChunks(request, () => request.socket.destroy())
    if (isBodyArriving(request) && !response.shouldKeepAlive) {
      // Node would close at once, which resets the connection of a sender before it reads the response.
      response.shouldKeepAlive = true
      closingRequests.add(request)
    }
    done(null, payload)
  })

  app.addHook('onResponse', ({ raw: request, incomingBody }, _reply, done) => {
    done()
    if (!isBodyArriving(request) || request.destroyed) return
    // The form parser, if any, has stopped.
    request.unpipe()
    onceTinyChunks(request, () => request.socket.destroy())
    // Last: a later listener would see an empty chunk.
    request.on('data', freeChunk)
    // A body that its parser had paused stays paused otherwise.
    request.resume()
    const { socket } = request
    if (closingRequests.has(request)) request.once('end', () => socket.end())
    const isReadToEnd =
      request.headers['content-length'] !== undefined && !isTooLong(request) && !incomingBody?.isAborted
    if (isReadToEnd) return
    const timer = setTimeout(() => request.complete || socket.destroy(), lingerMs).unref()
    request.once('close', () => clearTimeout(timer))
  })

  refuseExpectations(app.server, isTooLong)
}

/** Does not invite a sender that asks first (`Expect: 100-continue`) to send a body that is refused. */
function refuseExpectations(server: Server, isTooLong: (request: IncomingMessage) => boolean): void {
  server.on('checkContinue', (request, response) => {
    if (!isTooLong(request)) response.writeContinue()
    server.emit('request', request, response)
  })
}
