import { responseTimeSchema } from '../../../contract/promise/promised-time.ts'
import { API } from '../../../contract/wire/paths.ts'
import { createCachedResponse, sendCached } from '../../platform/http/cached-response.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import type { Services } from '../feature.ts'

/** What applicants are promised (`docs/decisions/0070`). Every page has it already; this is for those open for long. */
export function promiseRoutes(app: WellheadApp, { published }: Services): void {
  app.get(
    API.promise,
    {
      schema: {
        operationId: 'getPromise',
        summary: 'Read the promised response time, and the measured median',
        tags: ['settings'],
        response: { 200: responseTimeSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      const snapshot = await published.current()
      const make = async () =>
        createCachedResponse(JSON.stringify(snapshot.promise), {
          contentType: 'application/json; charset=utf-8',
          cacheControl: 'no-cache',
        })
      return sendCached(request, reply, await snapshot.response(API.promise, make))
    },
  )
}
