import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest } from 'fastify'
import { RequestError } from '../request-error.ts'
import type { Patience } from './patience.ts'
import { isStillArriving } from './still-arriving.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The body while it arrives; null for a request without one. */
    arrival: Arrival | null
  }
}

/** A body that is arriving, which can be let go: stopped, with an answer that says why where its route gives one. */
export class Arrival {
  readonly #request: IncomingMessage
  readonly #log: FastifyBaseLogger
  readonly #cut: () => void
  readonly #stop = new AbortController()
  readonly #begunAt = performance.now()
  readonly #bytesBefore: number
  #isTaken = false

  /** @param cut ends the connection of a body that nobody took */
  constructor({ raw, log }: FastifyRequest, cut: () => void) {
    this.#request = raw
    this.#log = log
    this.#cut = cut
    this.#bytesBefore = raw.socket.bytesRead
  }

  /** Whether more is to come. */
  get isUnderWay(): boolean {
    return !this.#request.destroyed && isStillArriving(this.#request)
  }

  /** Whether it was stopped. */
  get isLetGo(): boolean {
    return this.#stop.signal.aborted
  }

  /** Whether it is we who keep it waiting: what came already is not read yet. */
  get isHeldUp(): boolean {
    return this.#request.readableLength >= this.#request.readableHighWaterMark
  }

  /** How much has come, in bytes on the wire. A next request on the connection comes only after all of this one. */
  get bytes(): number {
    return this.#request.socket.bytesRead - this.#bytesBefore
  }

  /** Since when it is under way, in milliseconds. */
  get age(): number {
    return performance.now() - this.#begunAt
  }

  /** Leaves the answer to the caller. The signal is aborted, with the error to answer, when the body is let go. */
  take(): AbortSignal {
    this.#isTaken = true
    return this.#stop.signal
  }

  /** Stops it. Whoever took it answers; without one the connection is cut. */
  letGo(reason: RequestError): void {
    if (this.isLetGo || !this.isUnderWay) return
    const seconds = Math.round(this.age / 1000)
    this.#log.info({ code: reason.code, bytes: this.bytes, seconds }, `body let go: ${reason.message}`)
    this.#stop.abort(reason)
    if (!this.#isTaken) this.#cut()
  }
}

/**
 * Lets go of bodies that come more slowly than `paceBytes` in each `paceMs`. Unlike the time-out of a connection, no other
 * request on it keeps them alive.
 */
export function watchArrivals(app: FastifyInstance, { paceMs, paceBytes, checkingMs }: Patience): void {
  /** Those under way, with what had come of each when it last was enough, and how often it was looked at since. */
  const stretches = new Map<Arrival, { bytesBefore: number; checks: number }>()

  // Checks are counted, not time: a process that stood still has not read what came meanwhile.
  const check = () => {
    for (const [arrival, stretch] of stretches) {
      stretch.checks += 1
      if (!arrival.isUnderWay) stretches.delete(arrival)
      else if (arrival.isHeldUp || arrival.bytes - stretch.bytesBefore >= paceBytes) {
        stretches.set(arrival, { bytesBefore: arrival.bytes, checks: 0 })
      } else if (stretch.checks * checkingMs > paceMs) {
        stretches.delete(arrival)
        arrival.letGo(tooSlow())
      }
    }
  }

  app.decorateRequest('arrival', null)
  app.addHook('onRequest', (request, reply, done) => {
    if (isStillArriving(request.raw)) {
      request.arrival = new Arrival(request, () => cutOff(app.server, request.raw.socket, reply.raw))
      stretches.set(request.arrival, { bytesBefore: 0, checks: 0 })
    }
    done()
  })
  const checking = setInterval(check, checkingMs).unref()
  app.addHook('onClose', async () => clearInterval(checking))
}

/** Ends a connection like Node itself does after its time-outs, with a bare 408 unless an answer has begun. */
function cutOff(server: Server, socket: Socket, response: ServerResponse): void {
  if (response.headersSent) socket.destroy()
  else
    server.emit('clientError', Object.assign(new Error('body too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)
}

function tooSlow(): RequestError {
  const message =
    'The form came too slowly and was stopped. Please send it again over a better connection, or with a smaller file.'
  return new RequestError('too_slow', message)
}
