import { SITE } from '../../../contract/policies/site-policy.ts'
import {
  changedWebhookSchema,
  madeWebhookSchema,
  newWebhookSchema,
  webhookChangeSchema,
  webhooksSchema,
} from '../../../contract/webhooks/webhooks.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { emptyResponse, errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { actionOf, signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { changeWebhook, deleteWebhook, makeWebhook, renewSecret } from './change-webhooks.ts'
import { listWebhookRows, presentWebhooks } from './webhook-queries.ts'

/** Making, changing and deleting webhooks. */
export function webhookRoutes(app: WellheadApp, services: Services): void {
  const { db, clock, sessions } = services
  const shared = { may: SITE.manageWebhooks, tags: ['webhooks'] }

  app.get(
    ADMIN_API.webhooks,
    sessions.guarded({
      ...shared,
      operationId: 'listWebhooks',
      summary: 'List the webhooks, without their secrets',
      response: { 200: webhooksSchema, ...errorResponses },
    }),
    async (_request, reply) => {
      reply.header('Cache-Control', 'no-store')
      return { webhooks: await presentWebhooks(db, await listWebhookRows(db)) }
    },
  )

  app.post(
    ADMIN_API.webhooks,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'makeWebhook',
      summary: 'Make a webhook; its secret is in this response alone',
      body: newWebhookSchema,
      response: { 201: madeWebhookSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const made = await makeWebhook(services, { by: signedIn(request), now: clock() }, request.body)
      return reply.code(201).header('Cache-Control', 'no-store').send(made)
    },
  )

  app.patch(
    ADMIN_API.webhook,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'changeWebhook',
      summary: 'Change, enable or disable a webhook',
      params: idParamsSchema,
      body: webhookChangeSchema,
      response: { 200: changedWebhookSchema, ...errorResponses },
    }),
    (request) => changeWebhook(services, actionOf(request, clock), request.body),
  )

  app.delete(
    ADMIN_API.webhook,
    sessions.guarded({
      ...shared,
      operationId: 'deleteWebhook',
      summary: 'Delete a webhook with the log of its deliveries',
      params: idParamsSchema,
      response: { 204: emptyResponse, ...errorResponses },
    }),
    async (request, reply) => {
      await deleteWebhook(services, actionOf(request, clock))
      return reply.code(204).send(null)
    },
  )

  app.post(
    ADMIN_API.webhookSecret,
    sessions.guarded({
      ...shared,
      asksAgain: true,
      operationId: 'renewWebhookSecret',
      summary: 'Give a webhook a new secret; for a day bodies are signed with both',
      params: idParamsSchema,
      response: { 200: madeWebhookSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const made = await renewSecret(services, actionOf(request, clock))
      return reply.header('Cache-Control', 'no-store').send(made)
    },
  )
}
