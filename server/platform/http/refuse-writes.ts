import type { FastifyInstance } from 'fastify'
import { SAFE_METHODS } from './cross-site.ts'
import { unavailable } from './request-error.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set by a GET route that writes, such as an audit entry or the state of a file. */
    writes?: true
  }
}

/**
 * Refuses every request that may write, while what it writes may be lost. Only the time of a session's last use is still
 * written: losing it ends the session a little earlier.
 */
export function refuseWrites(app: FastifyInstance, isRefused: () => boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const mayWrite = !SAFE_METHODS.has(request.method) || request.routeOptions.config.writes === true
    done(mayWrite && isRefused() ? unavailable() : undefined)
  })
}
