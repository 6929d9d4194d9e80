import type { FastifyInstance, FastifyRequest, onSendHookHandler } from 'fastify'
import { createFairQueue } from './fair-queue.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by a route without a sign-in whose requests may wait for each other in the database: with a private link, or counted for a network. */
    inTurn?: true
  }

  interface FastifyRequest {
    /** Lets the next request of the same caller begin, while this one goes on without the database. */
    endTurn?: () => void
  }
}

/** Of the connections to the database, what one person's requests may take, and what those without a sign-in may take together. */
const SHARE = 0.4

/** How many requests may wait: of one network or person, and in all. A body has up to 256 kB. */
const WAITING = { networks: { ofEach: 100, inAll: 500 }, people: { ofEach: 200, inAll: 2_000 } }

/**
 * Serves the requests of each person who is signed in, and of each network that is not, a few at a time: many that wait for one
 * row's lock would otherwise take every connection to the database. A turn lasts from the handler's first line until its response
 * begins to leave, so neither a slow body nor a download nor a stream of events takes one for long.
 * @param options.connections to the database
 * @param options.callerOf names the person, or the program of one, whose request a guard has let pass
 */
export function serveInTurn(
  app: FastifyInstance,
  { connections, callerOf }: { connections: number; callerOf: (request: FastifyRequest) => string },
): void {
  const share = Math.max(1, Math.floor(connections * SHARE))
  const people = createFairQueue({
    ...({ of: 'requests', whose: 'You have', ...WAITING.people } as const),
    ...{ atOnce: Number.POSITIVE_INFINITY, eachAtOnce: share },
  })
  const networks = createFairQueue({ of: 'requests', atOnce: share, ...WAITING.networks })
  app.addHook('onRoute', (route) => {
    const { handler, config } = route
    const isOfPeople = config?.may !== undefined
    if (!isOfPeople && config?.inTurn === undefined) return
    const beginTurn = (request: FastifyRequest) =>
      isOfPeople ? people.begin(callerOf(request)) : networks.begin(request.ip)
    route.onSend = [endTurn, ...[route.onSend ?? []].flat()]
    route.handler = async function inTurn(request, reply) {
      request.endTurn = await beginTurn(request)
      try {
        return await handler.call(this, request, reply)
      } finally {
        request.endTurn()
      }
    }
  })
}

const endTurn: onSendHookHandler = (request, _reply, payload, done) => {
  request.endTurn?.()
  done(null, payload)
}
