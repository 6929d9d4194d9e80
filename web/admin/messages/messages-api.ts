import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import type * as z from 'zod'
import type { MessageTab } from '../../../contract/messages/message-states.ts'
import type {
  MessageActionBody,
  MessageActionResult,
  MessageList,
  mailStatusSchema,
  testMailResultSchema,
} from '../../../contract/messages/messages.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { MAX_CHANGED_TOGETHER } from '../../../contract/wire/limits.ts'
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

/** Whether and how mail leaves. */
export function mailStatusQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.mail, token],
    queryFn: ({ signal }) => jsonRequest<z.output<typeof mailStatusSchema>>('GET', ADMIN_API.mail, { token, signal }),
    ...retryAfterFailure,
  })
}

/** What became of messages. */
type ActedMessages = Pick<MessageActionResult, 'changed' | 'refused'> & {
  /** Whether a later request failed. */
  isCut: boolean
}

/**
 * Sends, takes back, cancels or marks messages: any number of ids, or every draft up to one, in as many requests as it takes.
 * @throws ApiError or TypeError when the first request fails
 */
export async function actOnMessages({ action, ids = [], draftsUpTo }: MessageActionBody): Promise<ActedMessages> {
  const acted: ActedMessages = { changed: [], refused: [], isCut: false }
  for (let [start, isMore] = [0, true]; isMore; start += MAX_CHANGED_TOGETHER) {
    const end = start + MAX_CHANGED_TOGETHER
    try {
      const { changed, refused, more } = await jsonRequest<MessageActionResult>('POST', ADMIN_API.messageActions, {
        token: readToken(),
        body: { action, ...(draftsUpTo === undefined ? { ids: ids.slice(start, end) } : { draftsUpTo }) },
      })
      acted.changed.push(...changed)
      acted.refused.push(...refused)
      // Should none of the drafts change, the same ones would come again.
      isMore = draftsUpTo === undefined ? end < ids.length : more && changed.length > 0
    } catch (error) {
      if (acted.changed.length + acted.refused.length === 0) throw error
      return { ...acted, isCut: true }
    }
  }
  return acted
}

/** Sends a test message and says what the mail server replied. */
export function sendTestMail(to: string) {
  return jsonRequest<z.output<typeof testMailResultSchema>>('POST', ADMIN_API.testMail, {
    token: readToken(),
    body: { to },
  })
}
