import type { Kysely } from 'kysely'
import * as z from 'zod'
import { applicationSchema } from '../../contract/application.ts'
import {
  applicationListQuerySchema,
  applicationSummaryQuerySchema,
  applicationSummarySchema,
  EXACT_HEADER,
  TOTAL_HEADER,
} from '../../contract/application-list.ts'
import { API } from '../../contract/paths.ts'
import type { Sessions } from '../accounts/sessions.ts'
import type { Tables } from '../database/tables.ts'
import { answerOnlyChanges } from '../http/conditional-answer.ts'
import { BEARER_ONLY, emptyAnswer, errorAnswers, type WellheadApp } from '../http/feature.ts'
import { countActiveJobs, countApplicationGroups } from './application-count-queries.ts'
import { readApplicationPage } from './application-list.ts'
import { presentApplication } from './application-presenter.ts'
import { listApplications } from './application-queries.ts'
import { summarise } from './application-summary.ts'

type Dependencies = { db: Kysely<Tables>; sessions: Sessions }

/** Reading the applications as a list, and their counts (`spec.md` section 2, `docs/decisions/0013`). */
export function applicationListRoutes(app: WellheadApp, { db, sessions }: Dependencies): void {
  app.get(
    API.applications,
    {
      onRequest: sessions.requireApplicationsReader,
      onSend: answerOnlyChanges([TOTAL_HEADER, EXACT_HEADER, 'Link']),
      schema: {
        tags: ['applications'],
        security: [{ bearer: [] }, { applicationsCookie: [] }],
        querystring: applicationListQuerySchema,
        response: { 200: z.array(applicationSchema), 304: emptyAnswer, ...errorAnswers },
      },
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      const isWholeList = Object.keys(request.query).length === 0
      if (isWholeList) return (await listApplications(db)).map(presentApplication)

      const { rows, total, isExact, next } = await readApplicationPage(db, request.query)
      reply.header(TOTAL_HEADER, total)
      if (!isExact) reply.header(EXACT_HEADER, 'false')
      if (next !== undefined) reply.header('Link', `<${withCursor(request.url, next)}>; rel="next"`)
      return rows.map(presentApplication)
    },
  )

  app.get(
    API.applicationSummary,
    {
      onRequest: sessions.requireBearer,
      onSend: answerOnlyChanges([]),
      schema: {
        tags: ['applications'],
        security: BEARER_ONLY,
        querystring: applicationSummaryQuerySchema,
        response: { 200: applicationSummarySchema, 304: emptyAnswer, ...errorAnswers },
      },
    },
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return summarise(await countApplicationGroups(db, request.query.jobId), await countActiveJobs(db))
    },
  )
}

function withCursor(address: string, cursor: string): string {
  const query = new URLSearchParams(address.split('?')[1])
  query.set('cursor', cursor)
  return `${API.applications}?${query}`
}
