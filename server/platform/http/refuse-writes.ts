import type { FastifyInstance } from 'fastify'
import { API } from '../../../contract/paths.ts'
import { SAFE_METHODS } from './hosts.ts'
import { unavailable } from './request-error.ts'

/** Reads that write all the same: an entry of the audit trail, what was found out about a file, tasks to copy files. */
const WRITING_READS = new Set<string | undefined>([API.resume, API.storageTest, API.s3Test])

/**
 * Refuses every request that may write something, as long as what is written may be lost again. Only the time at which a
 * session was last used is still written: without it, the session ends a little earlier.
 */
export function refuseWrites(app: FastifyInstance, isRefused: () => boolean): void {
  app.addHook('onRequest', async (request) => {
    const mayWrite = !SAFE_METHODS.has(request.method) || WRITING_READS.has(request.routeOptions.url)
    if (mayWrite && isRefused()) throw unavailable()
  })
}
