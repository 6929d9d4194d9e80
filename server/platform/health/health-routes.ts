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
    .describe('With anything but ok, applications are refused; reads go on'),
})

type Dependencies = {
  db: Db
  slots: UploadSlots
  /** Whether what is written now would be found by nobody; says in the log why. */
  isDisplaced: () => boolean
  /** Whose disk is tried. */
  dataDir: string
}

/**
 * For a supervisor: `/healthz` says that the process runs, `/readyz` that it can serve. A disk that is nearly full, or takes
 * no writes, is told, but is no failure: a proxy that takes the site off for it would end the reading too.
 */
export function healthRoutes(app: WellheadApp, { db, slots, isDisplaced, dataDir }: Dependencies): void {
  const answers = (answer: z.ZodType) => ({ tags: ['health'], response: { 200: answer, ...errorResponses } })

  const takesWrites = createDiskProbe(join(dataDir, 'tmp'), app.log)

  app.get('/healthz', { schema: answers(healthy) }, async () => ({ status: 'ok' as const }))

  // Probes come every few seconds: an outage is told once.
  let isAway = false
  const isThere = async (log: FastifyBaseLogger) => {
    try {
      await sql`select 1`.execute(db)
      if (isAway) log.info('the database answers again')
      isAway = false
    } catch (error) {
      if (!isDatabaseUnavailable(error)) log.error({ err: error }, 'database does not answer')
      else if (!isAway) log.error(`database does not answer: ${(error as Error).message}`)
      isAway = true
    }
    return !isAway
  }

  app.get('/readyz', { schema: answers(ready) }, async (request, reply) => {
    if (isDisplaced() || !(await isThere(request.log))) return sendError(reply, unavailable())
    if (!(await takesWrites())) return { status: 'disk takes no writes' as const }
    return { status: (await slots.hasDiskSpace()) ? ('ok' as const) : ('disk nearly full' as const) }
  })
}
