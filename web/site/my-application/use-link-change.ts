import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureMessage } from '../../api/api-error.ts'
import { toast, useToaster } from '../../ui/toast/toast.ts'
import { isLinkInvalid, MY_APPLICATION, requestWithLink } from './my-application-api.ts'

/**
 * Changes the application by its private link, and then reads it again.
 * @param options.done title of the toast after it; none where the page itself says it
 */
export function useLinkChange<Body, Answer = void>(
  url: string,
  token: string,
  options: { done?: string; onDone?: (answer: Answer) => void },
) {
  const client = useQueryClient()
  useToaster()
  return useMutation({
    mutationFn: (body: Body) => requestWithLink<Answer>('POST', url, token, body),
    retry: false,
    onSuccess: async (answer) => {
      if (options.done !== undefined) toast({ title: options.done })
      options.onDone?.(answer)
      await client.invalidateQueries({ queryKey: MY_APPLICATION })
    },
    onError: async (error) => {
      toast({ title: 'Not done', description: failureMessage(error), tone: 'error' })
      if (isLinkInvalid(error)) await client.invalidateQueries({ queryKey: MY_APPLICATION })
    },
  })
}
