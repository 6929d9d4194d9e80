import { infiniteQueryOptions, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  MadeWebhook,
  NewWebhook,
  Replayed,
  Webhook,
  WebhookChange,
  WebhookDeliveries,
  Webhooks,
} from '../../../contract/webhooks/webhooks.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { useDialogChange } from '../../session/use-dialog-change.ts'
import { toast } from '../../ui/toast/toast.ts'

/** Every webhook. */
export function webhooksQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.webhooks, token],
    queryFn: ({ signal }) => jsonRequest<Webhooks>('GET', ADMIN_API.webhooks, { token, signal }),
    staleTime: 0,
    ...retryAfterFailure,
  })
}

/** What a webhook has sent, newest first, page by page. */
export function deliveriesQuery(token: string | null, id: number) {
  return infiniteQueryOptions({
    queryKey: [ADMIN_API.webhookDeliveries, token, id],
    queryFn: ({ pageParam, signal }) => {
      const query = pageParam === 0 ? '' : `?before=${pageParam}`
      const address = pathTo(ADMIN_API.webhookDeliveries, id) + query
      return jsonRequest<WebhookDeliveries>('GET', address, { token, signal })
    },
    initialPageParam: 0,
    getNextPageParam: ({ deliveries, more }) => (more ? deliveries.at(-1)?.id : undefined),
    staleTime: 0,
  })
}

/** Returns the action that makes a webhook; its dialog says what went wrong. */
export function useMakeWebhook() {
  return useDialogChange({
    mutationFn: (body: NewWebhook) =>
      jsonRequest<MadeWebhook>('POST', ADMIN_API.webhooks, { token: readToken(), body }),
    rereads: [[ADMIN_API.webhooks]],
  })
}

/** Returns the action that changes a webhook; its dialog says what went wrong. */
export function useChangeWebhook() {
  return useDialogChange({
    mutationFn: ({ id, ...body }: WebhookChange & { id: number }) =>
      jsonRequest<Webhook>('PATCH', pathTo(ADMIN_API.webhook, id), { token: readToken(), body }),
    rereads: [[ADMIN_API.webhooks]],
  })
}

/** Something that a button does with a webhook or a delivery, and what is said afterwards. */
type Act = { send: () => Promise<unknown>; done: (answer: unknown) => string; onDone?: (answer: unknown) => void }

const post = (path: string, id: number, body?: object) =>
  jsonRequest('POST', pathTo(path, id), { token: readToken(), ...(body && { body }) })

/** What buttons do. */
export const ACTS = {
  test: (id: number): Act => ({ send: () => post(ADMIN_API.testWebhook, id), done: () => 'Test is on its way' }),
  renewSecret: (id: number, onDone: (made: MadeWebhook) => void): Act => ({
    send: () => post(ADMIN_API.webhookSecret, id),
    done: () => 'New secret made',
    onDone: (answer) => onDone(answer as MadeWebhook),
  }),
  replayAll: (id: number, since: string): Act => ({
    send: () => post(ADMIN_API.replayWebhook, id, { since }),
    done: (answer) => `${(answer as Replayed).replayed} on their way again`,
  }),
  replay: (id: number): Act => ({ send: () => post(ADMIN_API.replayDelivery, id), done: () => 'On its way again' }),
  enable: (id: number, isEnabled: boolean): Act => ({
    send: () => jsonRequest('PATCH', pathTo(ADMIN_API.webhook, id), { token: readToken(), body: { isEnabled } }),
    done: () => (isEnabled ? 'Webhook enabled' : 'Webhook disabled'),
  }),
  remove: (id: number): Act => ({
    send: () => jsonRequest('DELETE', pathTo(ADMIN_API.webhook, id), { token: readToken() }),
    done: () => 'Webhook deleted',
  }),
}

/** Returns what runs one of {@link ACTS}. */
export function useWebhookAct() {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: ({ send }: Act) => send(),
    onSuccess: (answer, { done, onDone }) => {
      toast({ title: done(answer) })
      onDone?.(answer)
    },
    onError: (error) => showFailure(error, { title: 'Nothing was done', description: 'Please try again' }),
    onSettled: () =>
      Promise.all(
        [ADMIN_API.webhooks, ADMIN_API.webhookDeliveries].map((path) => client.invalidateQueries({ queryKey: [path] })),
      ),
  })
}
