import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { failureMessage } from '../../api/api-error.ts'
import { isSessionOver, useExpireSession } from '../../session/end-session.ts'
import { toast } from '../../ui/toast/toast.ts'

/** What a passkey changes: the list of them, and whether the account has a second factor. */
const CHANGED = [SIGN_IN_API.passkeys, SIGN_IN_API.secondFactors, ADMIN_API.people, API.me]

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
    onSettled: () => Promise.all(CHANGED.map((key) => client.invalidateQueries({ queryKey: [key] }))),
  })
}
