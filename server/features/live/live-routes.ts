import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { APPLICATIONS } from '../../../contract/policies/applications-policy.ts'
import { SITE } from '../../../contract/policies/site-policy.ts'
import { liveEventSchema } from '../../../contract/team/live-events.ts'
import { readingSchema } from '../../../contract/team/reading.ts'
import { ADMIN_API, STREAM_HEADER } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { createBudget } from '../../platform/budget.ts'
import { tooManyRequests } from '../../platform/http/request-error.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { signedIn, tokenHashOf } from '../accounts/sessions.ts'
import { applicationGone, findApplication } from '../applications/stored/application-queries.ts'
import type { Services } from '../feature.ts'

const EVENT_STREAM = 'text/event-stream'

/** What a refused client waits, in milliseconds: tabs close seldom. */
const WAIT_MS = 60_000

/** The first words of a stream show that nothing on the way holds it back. */
const OPENED = ': open\n\n'

/** What a person may report of pages: sixty times at once, and three times a second for long. Each costs a unit. */
const REPORTS = { mostMs: 60, perSecondMs: 3 }

/** The stream of changes, and what pages say that they show. */
export function liveRoutes(app: WellheadApp, { db, sessions, live }: Services): void {
  const reports = createBudget(REPORTS)

  app.get(
    ADMIN_API.live,
    sessions.guarded({
      may: SITE.subscribeToChanges,
      operationId: 'subscribeToChanges',
      summary:
        'Subscribe to changes as server-sent events; without `Accept: text/event-stream` the stream ends at once',
      tags: ['live'],
      produces: [EVENT_STREAM],
      responseHeaders: [STREAM_HEADER],
      response: { 200: z.any().describe(`Events, of which each has as data: ${describeData()}`), ...errorResponses },
    }),
    async (request, reply) => {
      const { id, role } = signedIn(request)
      const stays = request.method === 'GET' && request.headers.accept?.includes(EVENT_STREAM)
      if (stays && (live.isEnded() || !live.streams.hasRoom(id)))
        throw tooManyRequests('Too many pages are open.', WAIT_MS)
      reply.headers({ 'Content-Type': `${EVENT_STREAM}; charset=utf-8`, 'X-Accel-Buffering': 'no' })
      if (!stays) return reply.send(OPENED)
      const stream = randomUUID()
      reply.header(STREAM_HEADER, stream).hijack()
      const response = reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>)
      response.write(OPENED)
      live.streams.add({ id: stream, response, accountId: id, role, tokenHash: tokenHashOf(request) })
      return reply
    },
  )
  app.put(
    ADMIN_API.reading,
    sessions.guarded({
      may: APPLICATIONS.read,
      of: 'application',
      operationId: 'reportReading',
      summary: 'Report that the page of a stream shows an application, to others whose pages show it too',
      tags: ['live'],
      params: idParamsSchema,
      body: readingSchema,
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      const [accountId, applicationId] = [signedIn(request).id, request.params.id]
      const waitMs = reports.waitMs(String(accountId))
      if (waitMs > 0) throw tooManyRequests('You have opened many applications in a short time.', waitMs)
      reports.spend(String(accountId), 1)
      if (!(await findApplication(db, applicationId))) throw applicationGone()
      await live.reportReading({ accountId, applicationId, ...request.body })
      return reply.code(204).send(null)
    },
  )

  app.addHook('preClose', () => live.end())
}

function describeData(): string {
  return JSON.stringify(z.toJSONSchema(liveEventSchema).properties)
}
