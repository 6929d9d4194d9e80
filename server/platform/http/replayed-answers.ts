import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { namesOneHost } from './connections/unreadable-requests.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Not there where every answer is logged. */
    replays?: Replays
  }
  interface FastifyRequest {
    /** The edition of the site when the request came. */
    edition?: string | null
  }
  interface FastifyReply {
    /**
     * Set on an answer that whoever asks the same may be given again: one that depends on nothing of the request but
     * address, `Accept-Encoding` and `If-None-Match`, as long as no `Authorization` comes along. Its body; null without one.
     */
    replayable?: Buffer | null
  }
}

/** An answer that was given again, for who counts answers. */
type ReplayedAnswer = { method: string; route: string; status: number; isFinished: boolean; ms: number }

/** Gives answers again that the application has given before (`docs/decisions/0032-replayed-answers.md`). */
type Replays = {
  /** Has each answer that is given again told, once it is sent or its caller is gone. */
  tell(listener: (answer: ReplayedAnswer) => void): void
}

type Kept = { status: number; headers: string[]; body: Buffer | null; route: string }

/** Bounds the memory: headers of a kilobyte for each, and bodies that no page maker keeps any more. */
const MOST_KEPT = 1_000
/** Longer ones are no browser's, and the answer is made for them as for everybody else. */
const LONGEST_KEY = 500

/**
 * Puts the answers that were marked as replayable ahead of hooks and routes, until the site changes.
 * @param options.edition what the site is made of now; null while nothing made of it may be kept
 * @param options.atMost how many are kept; fewer than usual for tests
 */
export function replayAnswers(
  app: FastifyInstance,
  { edition, atMost = MOST_KEPT }: { edition(): string | null; atMost?: number | undefined },
): void {
  const kept = new Map<string, Kept>()
  let keptFor: string | null = null
  let listener: ((answer: ReplayedAnswer) => void) | undefined
  let isStopping = false

  const isKeeping = () => {
    const now = edition()
    if (now !== keptFor) kept.clear()
    keptFor = now
    return now !== null
  }

  const replay = (request: IncomingMessage, response: ServerResponse): boolean => {
    if (isStopping || !isKeeping() || !isReplayable(request)) return false
    const answer = kept.get(requestKey(request))
    if (!answer) return false
    if (listener) tellWhenSent({ request, response, answer }, listener)
    response.writeHead(answer.status, answer.headers).end(answer.body)
    return true
  }

  app.addHook('onRequest', (request, _reply, done) => {
    request.edition = edition()
    done()
  })
  app.addHook('onResponse', (request, reply, done) => {
    done()
    const key = requestKey(request.raw)
    // What was made before a change must not outlive it.
    const isOfNow = isKeeping() && request.edition === keptFor
    if (!isOfNow || isStopping || key.length > LONGEST_KEY || !isReplayable(request.raw)) return
    const answer = readAnswer(request, reply)
    if (!answer) return
    kept.set(key, answer)
    if (kept.size > atMost) kept.delete(kept.keys().next().value ?? '')
  })
  // Fastify itself asks for the end of each connection then.
  app.addHook('preClose', async () => {
    isStopping = true
  })
  goAhead(app.server, replay)
  app.decorate('replays', {
    tell: (to) => {
      listener = to
    },
  })
}

/** What Fastify does with a request is the server's only listener; it has what is left over. */
function goAhead(server: Server, take: (request: IncomingMessage, response: ServerResponse) => boolean): void {
  const others = server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  server.removeAllListeners('request').on('request', (request, response) => {
    if (take(request, response)) return
    for (const listener of others) listener(request, response)
  })
}

/** A body, a name or a doubtful host is judged by the hooks and routes each time. */
function isReplayable(request: IncomingMessage): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const { headers } = request
  const hasBody = headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined
  return !hasBody && headers.authorization === undefined && namesOneHost(request)
}

/** No part can have a line break in it. */
function requestKey({ method, url, headers }: IncomingMessage): string {
  return `${method} ${url}\n${headers['accept-encoding'] ?? ''}\n${headers['if-none-match'] ?? ''}`
}

function readAnswer(request: FastifyRequest, reply: FastifyReply): Kept | undefined {
  const { replayable } = reply
  const status = reply.statusCode
  if (replayable === undefined || (status !== 200 && status !== 304) || !reply.raw.writableFinished) return undefined
  const headers = Object.entries(reply.getHeaders()).flatMap(([name, value]) => [name, String(value)])
  // Anybody can think up tags; only the one that was given out is worth a place.
  const known = request.headers['if-none-match']
  if (known !== undefined && known !== reply.getHeader('etag')) return undefined
  const body = request.method === 'HEAD' ? null : replayable
  return { status, headers, body, route: request.routeOptions.url ?? 'none' }
}

function tellWhenSent(
  { request, response, answer }: { request: IncomingMessage; response: ServerResponse; answer: Kept },
  listener: (answer: ReplayedAnswer) => void,
): void {
  const begun = performance.now()
  const { route, status } = answer
  response.once('close', () => {
    const ms = performance.now() - begun
    listener({ method: request.method ?? '', route, status, isFinished: response.writableFinished, ms })
  })
}
