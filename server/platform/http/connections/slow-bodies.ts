import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError } from '../request-error.ts'
import type { Timeouts } from './timeouts.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body while it arrives; null for a request without one. */
    incomingBody: IncomingBody | null
  }
}

/** Whether more of a body is to come. Node may respond to a request without a body before it marks it complete. */
export function isBodyArriving({ complete, headers }: IncomingMessage): boolean {
  return !complete && ((headers['content-length'] ?? '0') !== '0' || headers['transfer-encoding'] !== undefined)
}

/** A request body that arrives. It can be aborted, with a response that says why where its route handles that. */
export class IncomingBody {
  readonly #request: IncomingMessage
  readonly #log: FastifyBaseLogger
  readonly #closeConnection: () => void
  readonly #abort = new AbortController()
  readonly #startedAt = performance.now()
  readonly #bytesBefore: number
  #isHandled = false

  /** @param closeConnection called on abort when no route handles it */
  constructor({ raw, log }: FastifyRequest, closeConnection: () => void) {
    this.#request = raw
    this.#log = log
    this.#closeConnection = closeConnection
    this.#bytesBefore = raw.socket.bytesRead
  }

  /** Whether more is to come. */
  get isArriving(): boolean {
    return !this.#request.destroyed && isBodyArriving(this.#request)
  }

  /** Whether {@link abort} has stopped it. */
  get isAborted(): boolean {
    return this.#abort.signal.aborted
  }

  /** Whether it waits for this server: what has arrived is not read yet. */
  get isBackpressured(): boolean {
    return this.#request.readableLength >= this.#request.readableHighWaterMark
  }

  /** Bytes received on the wire. The next request on the connection comes only after the whole body. */
  get bytes(): number {
    return this.#request.socket.bytesRead - this.#bytesBefore
  }

  /** Time since the request began, in milliseconds. */
  get age(): number {
    return performance.now() - this.#startedAt
  }

  /** Declares that the caller responds on abort. The signal's reason is the error to respond with. */
  handleAbort(): AbortSignal {
    this.#isHandled = true
    return this.#abort.signal
  }

  /** Stops the body. The route responds if it called {@link handleAbort}; otherwise the connection closes. */
  abort(reason: RequestError): void {
    if (this.isAborted || !this.isArriving) return
    const seconds = Math.round(this.age / 1000)
    this.#log.info({ code: reason.code, bytes: this.bytes, seconds }, `request body aborted: ${reason.message}`)
    this.#abort.abort(reason)
    if (!this.#isHandled) this.#closeConnection()
  }
}

/**
 * Aborts bodies slower than `minBodyBytes` in each `bodyWindowMs`. Unlike the timeout of a connection, other requests on
 * the connection do not reset it.
 */
export function abortSlowBodies(app: FastifyInstance, { bodyWindowMs, minBodyBytes, checkingMs }: Timeouts): void {
  /** Bytes of each body at the start of its window, and the checks since. */
  const windows = new Map<IncomingBody, { bytesBefore: number; checks: number }>()

  // Counts checks instead of time: a suspended process has not read what arrived meanwhile.
  const check = () => {
    for (const [body, window] of windows) {
      window.checks += 1
      if (!body.isArriving) windows.delete(body)
      else if (body.isBackpressured || body.bytes - window.bytesBefore >= minBodyBytes) {
        windows.set(body, { bytesBefore: body.bytes, checks: 0 })
      } else if (window.checks * checkingMs > bodyWindowMs) {
        windows.delete(body)
        body.abort(tooSlow())
      }
    }
  }

  app.decorateRequest('incomingBody', null)
  app.addHook('onRequest', (request, reply, done) => {
    if (isBodyArriving(request.raw)) {
      request.incomingBody = new IncomingBody(request, () => timeOut(app.server, request.raw.socket, reply.raw))
      windows.set(request.incomingBody, { bytesBefore: 0, checks: 0 })
    }
    done()
  })
  const checking = setInterval(check, checkingMs).unref()
  app.addHook('onClose', async () => clearInterval(checking))
}

/** Closes a connection as Node does on its own timeouts: with a bare 408 unless a response has begun. */
function timeOut(server: Server, socket: Socket, response: ServerResponse): void {
  if (response.headersSent) socket.destroy()
  else
    server.emit('clientError', Object.assign(new Error('body too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
}

function tooSlow(): RequestError {
  const message =
    'The form came too slowly and was stopped. Please send it again over a better connection, or with a smaller file.'
  return new RequestError('too_slow', message)
}
