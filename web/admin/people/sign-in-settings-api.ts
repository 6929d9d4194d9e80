import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangedSignInSettings, StoredSignInSettings } from '../../../contract/accounts/sign-in-settings.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { failureMessage } from '../../api/api-error.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { toast } from '../../ui/toast/toast.ts'

/** How people sign in, as owners set it. */
export function signInSettingsQuery(token: string | null) {
  return queryOptions({
    queryKey: [SIGN_IN_API.signInSettings, token],
    queryFn: ({ signal }) => jsonRequest<StoredSignInSettings>('GET', SIGN_IN_API.signInSettings, { token, signal }),
    ...retryAfterFailure,
  })
}

/** Returns the action that changes how people sign in, and says what came of it. */
export function useSignInSettingsChange() {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: (body: ChangedSignInSettings) =>
      jsonRequest<StoredSignInSettings>('PATCH', SIGN_IN_API.signInSettings, { token: readToken(), body }),
    onSuccess: (stored) => {
      client.setQueryData(signInSettingsQuery(readToken()).queryKey, stored)
      toast({ title: 'Ways to sign in saved' })
    },
    onError: (error) => {
      showFailure(error, { title: 'Ways to sign in were not saved', description: failureMessage(error) })
      void client.invalidateQueries({ queryKey: [SIGN_IN_API.signInSettings] })
    },
  })
}
