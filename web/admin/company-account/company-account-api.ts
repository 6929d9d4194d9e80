import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { LoginResponse } from '../../../contract/accounts/account.ts'
import type { LinkedIdentities, ProviderAddress } from '../../../contract/accounts/single-sign-on.ts'
import { INVITATION_TOKEN_HEADER } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { failureMessage } from '../../api/api-error.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { useAuth } from '../../session/use-auth.ts'
import { toast } from '../../ui/toast/toast.ts'

/** Ends a sign-in with a company account. @param ticket from the address to which the provider has led */
export function finishSignIn(ticket: string): Promise<LoginResponse> {
  return jsonRequest('POST', SIGN_IN_API.finishSingleSignOn, { body: { ticket } })
}

/** Links the company account that has just signed in. @param ticket from the address to which the provider has led */
export function linkCompanyAccount(ticket: string): Promise<unknown> {
  return jsonRequest('POST', SIGN_IN_API.linkedIdentities, { token: readToken(), body: { ticket } })
}

/** Goes to the provider, to join with an invitation. */
export async function goAndJoin(token: string): Promise<void> {
  const headers = { [INVITATION_TOKEN_HEADER]: token }
  location.assign((await jsonRequest<ProviderAddress>('POST', SIGN_IN_API.joinWithSingleSignOn, { headers })).url)
}

/** Goes to the provider, to link a company account. */
async function goAndLink(): Promise<void> {
  const token = readToken()
  location.assign((await jsonRequest<ProviderAddress>('POST', SIGN_IN_API.linkSingleSignOn, { token })).url)
}

/** The company accounts of the signed-in person; read anew whenever they are shown. */
export function linkedIdentitiesQuery(token: string | null) {
  return queryOptions({
    queryKey: [SIGN_IN_API.linkedIdentities, token],
    queryFn: ({ signal }) => jsonRequest<LinkedIdentities>('GET', SIGN_IN_API.linkedIdentities, { token, signal }),
    staleTime: 0,
  })
}

/** Returns the action that goes to the provider to link a company account. */
export function useLinking() {
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: goAndLink,
    retry: false,
    onError: (error) => showFailure(error, { title: 'Nothing was linked', description: failureMessage(error) }),
  })
}

/** Returns the action that unlinks a company account. */
export function useUnlinking() {
  const client = useQueryClient()
  const { token } = useAuth()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: (id: number) => jsonRequest('DELETE', pathTo(SIGN_IN_API.linkedIdentity, id), { token: readToken() }),
    retry: false,
    onSuccess: () => toast({ title: 'Company account unlinked' }),
    onError: (error) => showFailure(error, { title: 'Nothing was unlinked', description: failureMessage(error) }),
    onSettled: () => client.invalidateQueries(linkedIdentitiesQuery(token)),
  })
}
