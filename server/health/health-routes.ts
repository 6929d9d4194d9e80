import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '../database/tables.ts'
import { errorAnswers, type WellheadApp } from '../http/feature.ts'
import { unavailable } from '../http/request-error.ts'

const healthy = z.strictObject({ status: z.literal('ok') })

/** For a supervisor: `/healthz` says that the process runs, `/readyz` that it can serve. */
export function healthRoutes(app: WellheadApp, { db }: { db: Db }): void {
  const schema = { tags: ['health'], response: { 200: healthy, ...errorAnswers } }

  app.get('/healthz', { schema }, async () => ({ status: 'ok' as const }))

  app.get('/readyz', { schema }, async (request) => {
    await sql`select 1`.execute(db).catch((error) => {
      request.log.error({ err: error }, 'database does not answer')
      throw unavailable()
    })
    return { status: 'ok' as const }
  })
}
