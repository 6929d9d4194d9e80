import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { ConsentOfApplication, ConsentTexts, NewConsentText } from '../../../contract/personal-data/consents.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { failureMessage } from '../../api/api-error.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { retryAfterFailure } from '../../api/retry-after-failure.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { toast } from '../../ui/toast/toast.ts'

/** Every version of what applicants agree to who stay on file. */
export function consentTextsQuery(token: string | null) {
  return queryOptions({
    queryKey: [ADMIN_API.consentTexts, token],
    queryFn: ({ signal }) => jsonRequest<ConsentTexts>('GET', ADMIN_API.consentTexts, { token, signal }),
    staleTime: 0,
    ...retryAfterFailure,
  })
}

/** Whether an applicant has agreed to stay on file. */
export function consentQuery(token: string | null, applicationId: number) {
  const address = pathTo(ADMIN_API.consentOfApplication, applicationId)
  return queryOptions({
    queryKey: [address, token],
    queryFn: ({ signal }) => jsonRequest<ConsentOfApplication>('GET', address, { token, signal }),
  })
}

/** Returns the action that words the consent anew. */
export function useSaveConsentText() {
  const client = useQueryClient()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn: (body: NewConsentText) =>
      jsonRequest<ConsentTexts>('PUT', ADMIN_API.consentTexts, { token: readToken(), body }),
    onSuccess: (_texts, { version }) => toast({ title: `Version ${version + 1} saved` }),
    onError: (error) => showFailure(error, { title: 'Nothing was saved', description: failureMessage(error) }),
    onSettled: () => client.invalidateQueries({ queryKey: [ADMIN_API.consentTexts] }),
  })
}
