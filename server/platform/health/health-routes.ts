import { join } from 'node:path'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import * as z from 'zod'
import { isDatabaseUnavailable } from '../database/constraints.ts'
import type { Db } from '../database/tables.ts'
import { sendError } from '../http/error-handler.ts'
import { errorResponses, type WellheadApp } from '../http/feature.ts'
import { unavailable } from '../http/request-error.ts'
import type { UploadSlots } from '../uploads/upload-slots.ts'
import { createDiskProbe } from './disk-probe.ts'

const healthy = z.strictObject({ status: z.literal('ok') })
const ready = z.strictObject({
  status: z
    .enum(['ok', 'disk nearly full', 'disk takes no writes'])
    .describe('Anything but ok refuses applications and still serves reads'),
})

type Dependencies = {
  db: Db
  slots: UploadSlots
  /** Whether the database file was replaced under the server, so that writes would be lost; logs why. */
  isDisplaced: () => boolean
  /** Data folder whose disk is checked. */
  dataDir: string
}

/**
 * For a supervisor: `/healthz` reports that the process runs, `/readyz` that it can serve. A disk that is nearly full or
 * takes no writes is reported with 200: a proxy that took the site out of rotation would end the reads too.
 */
export function healthRoutes(app: WellheadApp, { db, slots, isDisplaced, dataDir }: Dependencies): void {
  const schemaOf = (body: z.ZodType) => ({ tags: ['health'], response: { 200: body, ...errorResponses } })

  const takesWrites = createDiskProbe(join(dataDir, 'tmp'), app.log)

  app.get('/healthz', { schema: schemaOf(healthy) }, async () => ({ status: 'ok' as const }))

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

  app.get('/readyz', { schema: schemaOf(ready) }, async (request, reply) => {
    if (isDisplaced() || !(await isDatabaseReady(request.log))) return sendError(reply, unavailable())
    if (!(await takesWrites())) return { status: 'disk takes no writes' as const }
    return { status: (await slots.hasDiskSpace()) ? ('ok' as const) : ('disk nearly full' as const) }
  })
}
