import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import { ADMIN_API } from '../../../contract/admin-paths.ts'
import type {
  filledMessageSchema,
  MessageAction,
  MessageList,
  MessageTab,
  MessageText,
  mailStatusSchema,
  messageActionResultSchema,
  messageTemplatesSchema,
  newMessagesSchema,
  queuedMessagesSchema,
  testMailResultSchema,
} from '../../../contract/messages.ts'
import { IDEMPOTENCY_HEADER } from '../../../contract/paths.ts'
import type { TemplateKind } from '../../../contract/vocabulary.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'

/** How often the page looks for messages that have left meanwhile. In milliseconds. */
const POLL_MS = 15_000

/** The messages of a tab, newest first, page by page. */
export function messagesQuery(token: string | null, tab: MessageTab) {
  return infiniteQueryOptions({
    queryKey: [ADMIN_API.messages, token, tab],
    queryFn: ({ pageParam, signal }) => {
      const query = new URLSearchParams({ tab, ...(pageParam && { before: String(pageParam) }) })
      return jsonRequest<MessageList>('GET', `${ADMIN_API.messages}?${query}`, { token, signal })
    },
    initialPageParam: 0,
    getNextPageParam: ({ messages, more }) => (more ? messages.at(-1)?.id : undefined),
    refetchOnReconnect: retryAfterFailure.refetchOnReconnect,
    refetchInterval: (query) => retryAfterFailure.refetchInterval(query) || POLL_MS,
    staleTime: 0,
  })
}

/** The newest messages about one application. */
export function messagesOfQuery(token: string | null, applicationId: number) {
  return queryOptions({
    queryKey: [ADMIN_API.messages, token, applicationId],
    queryFn: ({ signal }) =>
      jsonRequest<MessageList>('GET', `${ADMIN_API.messages}?applicationId=${applicationId}`, { token, signal }),
    ...retryAfterFailure,
  })
}

/** Queues a text, one message to each application. */
export function writeMessages(body: z.output<typeof newMessagesSchema>, idempotencyKey: string) {
  return jsonRequest<z.output<typeof queuedMessagesSchema>>('POST', ADMIN_API.messages, {
    token: readToken(),
    headers: { [IDEMPOTENCY_HEADER]: idempotencyKey },
    body,
  })
}

/** Whether and how mail leaves. */
export function mailStatusQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.mail, token],
    queryFn: ({ signal }) => jsonRequest<z.output<typeof mailStatusSchema>>('GET', ADMIN_API.mail, { token, signal }),
    ...retryAfterFailure,
  })
}

/** Every text of a message. */
export type MessageTemplates = z.output<typeof messageTemplatesSchema>

/** The texts of messages. */
export function templatesQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.messageTemplates, token],
    queryFn: ({ signal }) => jsonRequest<MessageTemplates>('GET', ADMIN_API.messageTemplates, { token, signal }),
    ...retryAfterFailure,
  })
}

/** Sends, cancels or marks messages. */
export function actOnMessages(action: MessageAction, ids: number[]) {
  return jsonRequest<z.output<typeof messageActionResultSchema>>('POST', ADMIN_API.messageActions, {
    token: readToken(),
    body: { action, ids },
  })
}

/** Fills in a text for an applicant. */
export function previewMessage(applicationId: number, text: MessageText, signal?: AbortSignal) {
  return jsonRequest<z.output<typeof filledMessageSchema>>('POST', ADMIN_API.messagePreview, {
    token: readToken(),
    body: { applicationId, ...text },
    ...(signal && { signal }),
  })
}

/** Stores the text of a message, or goes back to the built-in one. @param text null to go back */
export function saveTemplate(kind: TemplateKind, text: MessageText | null): Promise<MessageTemplates> {
  const path = ADMIN_API.messageTemplate.replace(':kind', kind)
  return jsonRequest(text ? 'PUT' : 'DELETE', path, { token: readToken(), ...(text && { body: text }) })
}

/** Sends a test message and says what the mail server answered. */
export function sendTestMail(to: string) {
  return jsonRequest<z.output<typeof testMailResultSchema>>('POST', ADMIN_API.testMail, {
    token: readToken(),
    body: { to },
  })
}
