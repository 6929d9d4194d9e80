import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import type { MessageTab } from '../../../contract/messages/message-states.ts'
import type {
  MessageCounts,
  MessageList,
  mailStatusSchema,
  testMailResultSchema,
} from '../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'
import { pollOptions } from '../api/poll-options.ts'

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

/** Whether and how mail leaves. */
export function mailStatusQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.mail, token],
    queryFn: ({ signal }) => jsonRequest<z.output<typeof mailStatusSchema>>('GET', ADMIN_API.mail, { token, signal }),
    ...retryAfterFailure,
  })
}

/** How many messages wait for an admin. */
export function messageCountsQuery(token: string | null) {
  return queryOptions({
    ...pollOptions,
    // Read again with the lists of messages: what changes them changes it.
    queryKey: [ADMIN_API.messages, 'counts', token],
    queryFn: ({ signal }) => jsonRequest<MessageCounts>('GET', ADMIN_API.messageCounts, { token, signal }),
  })
}

/** Sends a test message and says what the mail server replied. */
export function sendTestMail(to: string) {
  return jsonRequest<z.output<typeof testMailResultSchema>>('POST', ADMIN_API.testMail, {
    token: readToken(),
    body: { to },
  })
}
