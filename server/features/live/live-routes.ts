import * as z from 'zod'
import { SITE } from '../../../contract/policies/site-policy.ts'
import { liveEventSchema } from '../../../contract/team/live-events.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { tooManyRequests } from '../../platform/http/request-error.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { signedIn, tokenHashOf } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'

const EVENT_STREAM = 'text/event-stream'

/** What a refused client waits, in milliseconds: tabs close seldom. */
const WAIT_MS = 60_000

/** The first words of a stream show that nothing on the way holds it back. */
const OPENED = ': open\n\n'

/** The stream of changes. */
export function liveRoutes(app: WellheadApp, { sessions, live }: Services): void {
  app.get(
    ADMIN_API.live,
    sessions.guarded({
      may: SITE.subscribeToChanges,
      operationId: 'subscribeToChanges',
      summary:
        'Subscribe to changes as server-sent events; without `Accept: text/event-stream` the stream ends at once',
      tags: ['live'],
      produces: [EVENT_STREAM],
      response: { 200: z.any().describe(`Events, of which each has as data: ${describeData()}`), ...errorResponses },
    }),
    async (request, reply) => {
      const { id, role } = signedIn(request)
      const stays = request.method === 'GET' && request.headers.accept?.includes(EVENT_STREAM)
      if (stays && (live.isEnded() || !live.streams.hasRoom(id)))
        throw tooManyRequests('Too many pages are open.', WAIT_MS)
      reply.headers({ 'Content-Type': `${EVENT_STREAM}; charset=utf-8`, 'X-Accel-Buffering': 'no' })
      if (!stays) return reply.send(OPENED)
      reply.hijack()
      const response = reply.raw.writeHead(200, reply.getHeaders() as Record<string, string>)
      response.write(OPENED)
      live.streams.add({ response, accountId: id, role, tokenHash: tokenHashOf(request) })
      return reply
    },
  )
  app.addHook('preClose', async () => live.end())
}

function describeData(): string {
  return JSON.stringify(z.toJSONSchema(liveEventSchema).properties)
}
