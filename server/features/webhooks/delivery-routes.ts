import { SITE } from '../../../contract/policies/site-policy.ts'
import {
  deliveryQuerySchema,
  replayedSchema,
  replaySchema,
  webhookDeliveriesSchema,
} from '../../../contract/webhooks/webhooks.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { notFound } from '../../platform/http/request-error.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import type { Services } from '../feature.ts'
import { replayDelivery, replayFailed, testWebhook } from './change-webhooks.ts'
import { findWebhook, listDeliveries } from './webhook-queries.ts'

/** The log of deliveries, tests, and trying again what failed. */
export function deliveryRoutes(app: WellheadApp, services: Services): void {
  const { db, clock, sessions, outbox } = services
  const shared = { may: SITE.manageWebhooks, tags: ['webhooks'] }

  app.get(
    ADMIN_API.webhookDeliveries,
    sessions.guarded({
      ...shared,
      operationId: 'listWebhookDeliveries',
      summary: 'List the deliveries of a webhook in the last 30 days, newest first',
      params: idParamsSchema,
      querystring: deliveryQuerySchema,
      response: { 200: webhookDeliveriesSchema, ...errorResponses },
    }),
    async (request, reply) => {
      reply.header('Cache-Control', 'no-store')
      const { id } = request.params
      if (!(await findWebhook(db, id))) throw notFound('There is no such webhook.')
      return listDeliveries(db, id, request.query)
    },
  )

  app.post(
    ADMIN_API.testWebhook,
    sessions.guarded({
      ...shared,
      operationId: 'testWebhook',
      summary: 'Send a test event to a webhook',
      params: idParamsSchema,
      response: { 202: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await testWebhook(services, request.params.id, clock())
      outbox.wake()
      return reply.code(202).send(null)
    },
  )

  app.post(
    ADMIN_API.replayWebhook,
    sessions.guarded({
      ...shared,
      operationId: 'replayWebhook',
      summary: 'Try all failed deliveries of a webhook again, from an instant on',
      params: idParamsSchema,
      body: replaySchema,
      response: { 200: replayedSchema, ...errorResponses },
    }),
    async (request) => {
      const replayed = await replayFailed(services, { ...request.params, ...request.body, now: clock() })
      outbox.wake()
      return replayed
    },
  )

  app.post(
    ADMIN_API.replayDelivery,
    sessions.guarded({
      ...shared,
      operationId: 'replayWebhookDelivery',
      summary: 'Try a delivery again, also one that arrived',
      params: idParamsSchema,
      response: { 202: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await replayDelivery(services, request.params.id, clock())
      outbox.wake()
      return reply.code(202).send(null)
    },
  )
}
