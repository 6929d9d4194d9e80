import { promiseMonthsSchema } from '../../../contract/promise/promise-months.ts'
import { API, PAGE } from '../../../contract/wire/paths.ts'
import { createCachedResponse, sendCached } from '../../platform/http/cached-response.ts'
import { sendNotFound } from '../../platform/http/error-handler.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import type { Services } from '../feature.ts'

/** How the promise was kept by month, as a page and as data; neither exists until an owner shows it to everyone. */
export function promiseMonthsRoutes(app: WellheadApp, { published, promiseMonths, render }: Services): void {
  app.get(
    API.promiseMonths,
    {
      schema: {
        operationId: 'getPromiseMonths',
        summary: 'Read by month how the promised response time was kept; not found until an owner shows it',
        tags: ['settings'],
        response: { 200: promiseMonthsSchema, ...errorResponses },
      },
    },
    async (request, reply) => {
      const snapshot = await published.current()
      if (!snapshot.isPromisePublic) return sendNotFound(request, reply)
      const body = JSON.stringify(await promiseMonths())
      const make = async () =>
        createCachedResponse(body, { contentType: 'application/json; charset=utf-8', cacheControl: 'no-cache' })
      return sendCached(request, reply, await snapshot.response(`${API.promiseMonths} ${body}`, make))
    },
  )

  app.get(PAGE.promise, { schema: { hide: true } as object }, async (request, reply) => {
    const snapshot = await published.current()
    const months = snapshot.isPromisePublic ? await promiseMonths() : null
    const variant = JSON.stringify(months)
    return sendCached(request, reply, await render(PAGE.promise, snapshot, { [PAGE.promise]: months }, { variant }))
  })
}
