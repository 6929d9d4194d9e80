import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureMessage } from '../../api/api-error.ts'
import { toast, useToaster } from '../../ui/toast/toast.ts'
import { isLinkInvalid, MY_APPLICATION, requestWithLink } from './my-application-api.ts'

/**
 * Changes the application by its private link, and then reads it again.
 * @param options.done title of the toast after it
 */
export function useLinkChange<Body>(url: string, token: string, options: { done: string; onDone?: () => void }) {
  const client = useQueryClient()
  useToaster()
  return useMutation({
    mutationFn: (body: Body) => requestWithLink<void>('POST', url, token, body),
    retry: false,
    onSuccess: async () => {
      toast({ title: options.done })
      options.onDone?.()
      await client.invalidateQueries({ queryKey: MY_APPLICATION })
    },
    onError: async (error) => {
      toast({ title: 'Not done', description: failureMessage(error), tone: 'error' })
      if (isLinkInvalid(error)) await client.invalidateQueries({ queryKey: MY_APPLICATION })
    },
  })
}
