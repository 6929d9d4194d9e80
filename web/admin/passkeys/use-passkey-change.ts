import { useMutation, useQueryClient } from '@tanstack/react-query'
import { failureMessage } from '../../api/api-error.ts'
import { isSessionOver, useExpireSession } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { toast } from '../../ui/toast/toast.ts'
import { ownPasskeysQuery } from './passkeys-api.ts'

/**
 * A change of the list of passkeys, which is read again after it.
 * @param title of the toast once it is done
 * @param options.isToldInPlace whether the page itself says why it failed
 */
export function usePasskeyChange<Sent>(
  mutationFn: (sent: Sent) => Promise<unknown>,
  title: string,
  { isToldInPlace = false } = {},
) {
  const client = useQueryClient()
  const { token } = useAuth()
  const expire = useExpireSession()
  return useMutation({
    mutationFn,
    // A retry would open the browser's own dialog again.
    retry: false,
    onSuccess: () => toast({ title }),
    onError: (failure) => {
      if (isSessionOver(failure)) expire()
      else if (!isToldInPlace)
        toast({ title: 'Nothing was changed', description: failureMessage(failure), tone: 'error' })
    },
    // Also after a refusal: what is listed may have been removed meanwhile.
    onSettled: () => client.invalidateQueries(ownPasskeysQuery(token)),
  })
}
