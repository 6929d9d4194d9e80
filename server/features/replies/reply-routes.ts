import {
  changedReplySchema,
  inboxStatusSchema,
  repliesSchema,
  settledReplySchema,
} from '../../../contract/messages/replies.ts'
import { MESSAGES } from '../../../contract/policies/messages-policy.ts'
import { reachOf } from '../../../contract/policies/policy.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { idParamsSchema } from '../../../contract/wire/validation.ts'
import { errorResponses, type WellheadApp } from '../../platform/http/route.ts'
import { seenBy } from '../accounts/seen-by.ts'
import { actionOf, signedIn } from '../accounts/sessions.ts'
import { applicationGone, findApplication } from '../applications/stored/application-queries.ts'
import type { Services } from '../feature.ts'
import { nameMailbox, readInbox } from './inbox-position.ts'
import { presentReplies } from './reply-presenter.ts'
import { listReplies } from './reply-queries.ts'
import { settle } from './settle-reply.ts'

/** What a person reads of a fault who cannot end it. */
const REASON_FOR_OTHERS = 'The mailbox cannot be read at present.'

/** What comes back about messages (`docs/decisions/0161-replies.md`). */
export function replyRoutes(app: WellheadApp, services: Services): void {
  const { db, config, sessions, clock } = services
  const ofOne = { tags: ['messages'], params: idParamsSchema }

  app.get(
    ADMIN_API.replies,
    sessions.guarded({
      may: MESSAGES.read,
      of: 'application',
      operationId: 'listReplies',
      summary: 'Read what came back about an application by mail',
      ...ofOne,
      response: { 200: repliesSchema, ...errorResponses },
    }),
    async (request, reply) => {
      const { id } = request.params
      if (!(await findApplication(db, id))) throw applicationGone()
      reply.header('Cache-Control', 'no-store')
      const seen = seenBy(db, signedIn(request))
      return { replies: await presentReplies(seen, await listReplies(seen, id)) }
    },
  )

  app.patch(
    ADMIN_API.reply,
    sessions.guarded({
      may: MESSAGES.write,
      of: 'reply',
      operationId: 'settleReply',
      summary: 'Say that a reply needs no answer, or take that back',
      ...ofOne,
      body: settledReplySchema,
      response: { 200: changedReplySchema, ...errorResponses },
    }),
    (request) => settle(db, actionOf(request, clock), request.body.needsNoAnswer),
  )

  app.get(
    ADMIN_API.inbox,
    sessions.guarded({
      may: MESSAGES.readTexts,
      operationId: 'getInboxStatus',
      summary: 'Read whether replies are read, and from where',
      tags: ['messages'],
      response: { 200: inboxStatusSchema, ...errorResponses },
    }),
    async (request) => {
      const { inbox } = config
      if (!inbox) return { isConfigured: false, server: null, folder: null, readAt: null, fault: null }
      const stored = await readInbox(db, nameMailbox(inbox))
      const maySettle = reachOf(signedIn(request).role, MESSAGES.changeTexts) !== null
      const reason = maySettle ? stored?.fault : REASON_FOR_OTHERS
      return {
        ...{ isConfigured: true, server: `${inbox.host}:${inbox.port}`, folder: inbox.folder },
        readAt: stored?.read_at ?? null,
        fault: stored?.fault_since ? { since: stored.fault_since, reason: reason ?? REASON_FOR_OTHERS } : null,
      }
    },
  )
}
