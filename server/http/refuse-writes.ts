import type { FastifyInstance } from 'fastify'
import { unavailable } from './request-error.ts'

const READS = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Refuses every request that may write something, as long as what is written may be lost again. */
export function refuseWrites(app: FastifyInstance, isRefused: () => boolean): void {
  app.addHook('onRequest', async (request) => {
    if (isRefused() && !READS.has(request.method)) throw unavailable()
  })
}
