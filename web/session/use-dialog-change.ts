import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import { isSessionOver, useExpireSession } from './end-session.ts'

type DialogChange<Body, Answer> = {
  mutationFn: (body: Body) => Promise<Answer>
  /** Keys of what shows the change: read again once it is done or refused. */
  rereads?: readonly QueryKey[]
  onSuccess?: (answer: Answer) => void
}

/**
 * A change in a dialog, which itself says what went wrong; only an expired session ends it. It is never repeated by itself: a
 * second invitation, question or link would be another one.
 */
export function useDialogChange<Body, Answer>({ mutationFn, rereads = [], onSuccess }: DialogChange<Body, Answer>) {
  const client = useQueryClient()
  const expire = useExpireSession()
  return useMutation({
    mutationFn,
    retry: false,
    ...(onSuccess && { onSuccess }),
    onError: (error) => {
      if (isSessionOver(error)) expire()
    },
    onSettled: () => Promise.all(rereads.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
