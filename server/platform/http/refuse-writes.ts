import type { FastifyInstance, onRequestHookHandler } from 'fastify'
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
  const refuse: onRequestHookHandler = (_request, _reply, done) => done(isRefused() ? unavailable() : undefined)
  app.addHook('onRoute', (route) => {
    const isRead = [route.method].flat().every((method) => SAFE_METHODS.has(method))
    // Before the guards of the route: they read the database.
    if (!isRead || route.config?.writes) route.onRequest = [refuse, ...[route.onRequest ?? []].flat()]
  })
}
