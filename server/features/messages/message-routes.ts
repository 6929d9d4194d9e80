import {
  editedMessageSchema,
  filledMessageSchema,
  messageActionResultSchema,
  messageActionSchema,
  messageCountsSchema,
  messageListQuerySchema,
  messageListSchema,
  messagePreviewSchema,
  messageSchema,
  newMessagesSchema,
  queuedMessagesSchema,
} from '../../../contract/messages/messages.ts'
import { MESSAGES } from '../../../contract/policies/messages-policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idempotencyHeadersSchema, idParamsSchema } from '../../../contract/wire/validation.ts'
import { lockInOrder } from '../../platform/database/row-locks.ts'
import { notFound } from '../../platform/http/request-error.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { permittedApplications } from '../accounts/require-access.ts'
import { permittedTo, seenBy } from '../accounts/seen-by.ts'
import { actionOf, signedIn } from '../accounts/sessions.ts'
import type { Services } from '../feature.ts'
import { actOnMessages } from './act-on-messages.ts'
import { editMessage } from './edit-message.ts'
import { countMessages, countWaiting, listMessages, presentMessages } from './message-list.ts'

/** Messages to applicants. */
export function messageRoutes(app: WellheadApp, services: Services): void {
  const { db, messages, findAddressees, sessions, outbox, clock } = services
  const { sendsMail } = messages
  const tags = ['messages']

  app.get(
    ADMIN_API.messages,
    sessions.guarded({
      may: MESSAGES.read,
      of: 'rows',
      operationId: 'listMessages',
      summary: 'Read messages to applicants, newest first',
      tags,
      querystring: messageListQuerySchema,
      response: { 200: messageListSchema, ...errorResponses },
    }),
    async (request) => {
      const { query } = request
      const seen = seenBy(db, signedIn(request))
      const page = await listMessages(seen, query)
      const counts = await countMessages(seen, query.applicationId)
      return { messages: await presentMessages(seen, page.messages), more: page.more, counts }
    },
  )

  app.post(
    ADMIN_API.messages,
    sessions.guarded({
      may: MESSAGES.write,
      of: 'named',
      operationId: 'sendMessages',
      summary: 'Write a message to each of up to 500 applicants',
      tags,
      headers: idempotencyHeadersSchema,
      body: newMessagesSchema,
      response: { 200: queuedMessagesSchema, ...errorResponses },
    }),
    async (request) => {
      const { applications, ...text } = request.body
      const idempotencyKey = request.headers['idempotency-key']
      const ids = [...new Set(applications)]
      const by = signedIn(request)
      const queued = await db.transaction().execute(async (trx) => {
        const permitted = await permittedApplications(trx, by, MESSAGES.write, ids)
        // Before their messages, as a decision does.
        await lockInOrder(trx, 'applications', permitted)
        const addressees = await findAddressees(trx, permitted)
        return messages.wrote(trx, addressees, { text, by, now: clock(), idempotencyKey })
      })
      const reached = new Set(queued.map((message) => message.application_id))
      const refused = ids.filter((id) => !reached.has(id))
      return { messages: await presentMessages(db, queued), refused, sendsMail }
    },
  )

  app.get(
    ADMIN_API.messageCounts,
    sessions.guarded({
      may: MESSAGES.read,
      of: 'rows',
      operationId: 'countMessages',
      summary: 'Count the messages that wait for an admin',
      tags,
      response: { 200: messageCountsSchema, ...errorResponses },
    }),
    // For a hiring manager only those wait to whose applicants the manager may write.
    (request) => countWaiting(permittedTo(db, signedIn(request), MESSAGES.write)),
  )

  app.patch(
    ADMIN_API.message,
    sessions.guarded({
      may: MESSAGES.write,
      of: 'message',
      operationId: 'editMessage',
      summary: 'Change the text of a message that waits to be confirmed',
      tags,
      params: idParamsSchema,
      body: editedMessageSchema,
      response: { 200: messageSchema, ...errorResponses },
    }),
    async (request) => {
      const action = actionOf(request, clock)
      return editMessage(services, action, request.body)
    },
  )

  app.post(
    ADMIN_API.messageActions,
    sessions.guarded({
      may: MESSAGES.write,
      of: 'named',
      operationId: 'actOnMessages',
      summary: 'Send messages at once, cancel or restore them, or mark them as answered by hand',
      tags,
      body: messageActionSchema,
      response: { 200: messageActionResultSchema, ...errorResponses },
    }),
    async (request) => {
      const author = { by: signedIn(request), now: clock() }
      const { changed, ...rest } = await actOnMessages(db, request.body, author)
      outbox.wake()
      return { changed: await presentMessages(db, changed), ...rest, sendsMail }
    },
  )

  app.post(
    ADMIN_API.messagePreview,
    sessions.guarded({
      may: MESSAGES.write,
      of: 'named',
      operationId: 'previewMessage',
      summary: 'Fill in a text for one applicant',
      tags,
      body: messagePreviewSchema,
      response: { 200: filledMessageSchema, ...errorResponses },
    }),
    async (request) => {
      const { applicationId, decision, ...text } = request.body
      const by = signedIn(request)
      const permitted = await permittedApplications(db, by, MESSAGES.write, [applicationId])
      const [addressee] = await findAddressees(db, permitted)
      if (!addressee) throw notFound('This application no longer exists.')
      const filled = await messages.preview(db, addressee, text, { by, now: clock(), decision })
      return { toAddress: addressee.email, ...filled }
    },
  )
}
