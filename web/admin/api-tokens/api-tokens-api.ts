import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ApiToken, ApiTokens, MadeApiToken, NewApiToken } from '../../../contract/accounts/api-tokens.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { useDialogChange } from '../../session/use-dialog-change.ts'
import { toast } from '../../ui/toast/toast.ts'

/** The API tokens that the person sees. */
export function apiTokensQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.apiTokens, token],
    queryFn: ({ signal }) => jsonRequest<ApiTokens>('GET', ADMIN_API.apiTokens, { token, signal }),
    staleTime: 0,
    ...retryAfterFailure,
  })
}

/** Returns the action that makes a token; its dialog says what went wrong. */
export function useMakeToken() {
  return useDialogChange({
    mutationFn: (body: NewApiToken) =>
      jsonRequest<MadeApiToken>('POST', ADMIN_API.apiTokens, { token: readToken(), body }),
    rereads: [[ADMIN_API.apiTokens]],
  })
}

/** Returns the action that revokes a token. */
export function useRevokeToken() {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: ({ id }: ApiToken) => jsonRequest('DELETE', pathTo(ADMIN_API.apiToken, id), { token: readToken() }),
    onSuccess: (_done, { name }) => toast({ title: 'Token revoked', description: name }),
    onError: (error) => showFailure(error, { title: 'Nothing was revoked', description: 'Please try again' }),
    onSettled: () => client.invalidateQueries({ queryKey: [ADMIN_API.apiTokens] }),
  })
}
