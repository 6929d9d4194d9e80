import type { FastifyRequest } from 'fastify'
import * as z from 'zod'
import { TEMPLATE_KINDS } from '../../../../contract/messages/message-kinds.ts'
import { type MessageText, messageTemplatesSchema, messageTextSchema } from '../../../../contract/messages/messages.ts'
import { MESSAGES } from '../../../../contract/policies/messages-policy.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { errorResponses, type WellheadApp } from '../../../platform/http/route.ts'
import { signedIn } from '../../accounts/sessions.ts'
import type { Services } from '../../feature.ts'
import { changeTemplate, listTemplates } from './template-queries.ts'

const ofOne = z.strictObject({ kind: z.enum(TEMPLATE_KINDS) })

type TemplateRequest = Pick<FastifyRequest, 'account'> & { params: z.output<typeof ofOne> }

/** The texts of messages. */
export function templateRoutes(app: WellheadApp, { db, sessions, clock }: Services): void {
  const tags = ['messages']
  const response = { 200: messageTemplatesSchema, ...errorResponses }

  const change = (request: TemplateRequest, text: MessageText | null) =>
    changeTemplate(db, { by: signedIn(request), now: clock() }, { kind: request.params.kind, text })

  app.get(
    ADMIN_API.messageTemplates,
    sessions.guarded({
      may: MESSAGES.readTexts,
      operationId: 'listMessageTemplates',
      summary: 'Read the texts of messages',
      tags,
      response,
    }),
    () => listTemplates(db),
  )

  app.put(
    ADMIN_API.messageTemplate,
    sessions.guarded({
      may: MESSAGES.changeTexts,
      asksAgain: true,
      operationId: 'setMessageTemplate',
      summary: 'Set the text of a message',
      tags,
      params: ofOne,
      body: messageTextSchema,
      response,
    }),
    (request) => change(request, request.body),
  )

  app.delete(
    ADMIN_API.messageTemplate,
    sessions.guarded({
      may: MESSAGES.changeTexts,
      asksAgain: true,
      operationId: 'resetMessageTemplate',
      summary: 'Go back to the built-in text of a message',
      tags,
      params: ofOne,
      response,
    }),
    (request) => change(request, null),
  )
}
