import { queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import type { TemplateKind } from '../../../../contract/messages/message-kinds.ts'
import type {
  EditedMessage,
  filledMessageSchema,
  Message,
  MessageText,
  messageTemplatesSchema,
  newMessagesSchema,
  queuedMessagesSchema,
} from '../../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../../contract/wire/admin-paths.ts'
import { IDEMPOTENCY_HEADER, pathTo } from '../../../../contract/wire/paths.ts'
import { readToken } from '../../../api/auth-store.ts'
import { jsonRequest } from '../../../api/json-request.ts'
import { retryAfterFailure } from '../../../api/retry-after-failure.ts'

/** Every text of a message. */
export type MessageTemplates = z.output<typeof messageTemplatesSchema>

/** What became of a text: one message to each application that exists. */
export type QueuedMessages = z.output<typeof queuedMessagesSchema>

/** The texts of messages. */
export function templatesQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.messageTemplates, token],
    queryFn: ({ signal }) => jsonRequest<MessageTemplates>('GET', ADMIN_API.messageTemplates, { token, signal }),
    ...retryAfterFailure,
  })
}

/** Queues a text, one message to each application. */
export function writeMessages(body: z.output<typeof newMessagesSchema>, idempotencyKey: string) {
  return jsonRequest<QueuedMessages>('POST', ADMIN_API.messages, {
    token: readToken(),
    headers: { [IDEMPOTENCY_HEADER]: idempotencyKey },
    body,
  })
}

/** Gives a message that waits to be confirmed another text. */
export function editMessage(id: number, body: EditedMessage): Promise<Message> {
  return jsonRequest('PATCH', pathTo(ADMIN_API.message, id), { token: readToken(), body })
}

/** Fills in a text for an applicant. @param about.decision the decision that it is to tell */
export function previewMessage(
  { id, decision }: { id: number; decision?: TemplateKind | undefined },
  text: MessageText,
  signal?: AbortSignal,
) {
  return jsonRequest<z.output<typeof filledMessageSchema>>('POST', ADMIN_API.messagePreview, {
    token: readToken(),
    body: { applicationId: id, ...text, ...(decision && { decision }) },
    ...(signal && { signal }),
  })
}

/** Stores the text of a message, or goes back to the built-in one. @param text null to go back */
export function saveTemplate(kind: TemplateKind, text: MessageText | null): Promise<MessageTemplates> {
  const path = ADMIN_API.messageTemplate.replace(':kind', kind)
  return jsonRequest(text ? 'PUT' : 'DELETE', path, { token: readToken(), ...(text && { body: text }) })
}
