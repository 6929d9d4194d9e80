import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod'
import { isDatabaseUnavailable } from '../../platform/database/constraints.ts'
import { sendError } from '../../platform/http/error-handler.ts'
import { unavailable } from '../../platform/http/request-error.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import type { Services } from '../feature.ts'
import { createDiskProbe } from './disk-probe.ts'

const healthy = z.strictObject({ status: z.literal('ok') })
const ready = z.strictObject({
  status: z
    .enum(['ok', 'disk nearly full', 'disk takes no writes'])
    .describe('Anything but ok refuses applications and still serves reads'),
})

/**
 * For a supervisor: `/healthz` reports that the process runs, `/readyz` that it can serve. A disk that is nearly full or
 * takes no writes is reported with 200: a proxy that took the site out of rotation would end the reads too.
 */
export function healthRoutes(app: WellheadApp, { db, slots, isDisplaced, config }: Services): void {
  const tags = ['health']

  const takesWrites = createDiskProbe(join(config.dataDir, 'tmp'), app.log)

  app.get(
    '/healthz',
    {
      schema: {
        operationId: 'getHealth',
        summary: 'Report that the process runs',
        tags,
        response: { 200: healthy, ...errorResponses },
      },
    },
    async () => ({ status: 'ok' as const }),
  )

  // Probes come every few seconds: an outage is logged once.
  let isAway = false
  const isDatabaseReady = async (log: FastifyBaseLogger) => {
    try {
      await sql`select 1`.execute(db)
      if (isAway) log.info('the database responds again')
      isAway = false
    } catch (error) {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'database does not respond')
      else if (!isAway) log.error(`database does not respond: ${(error as Error).message}`)
      isAway = true
    }
    return !isAway
  }

  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'getReadiness',
        summary: 'Report whether the server can serve requests',
        tags,
        response: { 200: ready, ...errorResponses },
      },
    },
    async (request, reply) => {
      if (isDisplaced() || !(await isDatabaseReady(request.log))) return sendError(reply, unavailable())
      if (!(await takesWrites())) return { status: 'disk takes no writes' as const }
      return { status: (await slots.hasDiskSpace()) ? ('ok' as const) : ('disk nearly full' as const) }
    },
  )
}
