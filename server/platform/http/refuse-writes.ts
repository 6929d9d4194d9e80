import type { FastifyInstance } from 'fastify'
import { API } from '../../../contract/paths.ts'
import { unavailable } from './request-error.ts'
import { SAFE_METHODS } from './safe-methods.ts'

/** GET routes that write: an audit entry, the state of a file, tasks to replicate files. */
const WRITING_READS = new Set<string | undefined>([API.resume, API.storageTest, API.s3Test])

/**
 * Refuses every request that may write, while what it writes may be lost. Only the time of a session's last use is still
 * written: losing it ends the session a little earlier.
 */
export function refuseWrites(app: FastifyInstance, isRefused: () => boolean): void {
  app.addHook('onRequest', (request, _reply, done) => {
    const mayWrite = !SAFE_METHODS.has(request.method) || WRITING_READS.has(request.routeOptions.url)
    done(mayWrite && isRefused() ? unavailable() : undefined)
  })
}
