import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type {
  ConfirmTotp,
  MadeRecoveryCodes,
  NewTotp,
  OwnSecondFactors,
} from '../../../contract/accounts/second-factors.ts'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { API } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { failureMessage } from '../../api/api-error.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'
import { useFailureNotice } from '../../session/end-session.ts'
import { toast } from '../../ui/toast/toast.ts'

/** What the signed-in person can prove themselves with after the password; read anew whenever it is shown. */
export function secondFactorsQuery(token: string | null) {
  return queryOptions({
    queryKey: [SIGN_IN_API.secondFactors, token],
    queryFn: ({ signal }) => jsonRequest<OwnSecondFactors>('GET', SIGN_IN_API.secondFactors, { token, signal }),
    staleTime: 0,
  })
}

/** Makes the secret of a new authenticator app. */
export function beginTotp(): Promise<NewTotp> {
  return jsonRequest('POST', SIGN_IN_API.totp, { token: readToken() })
}

/** Sets the authenticator app up, by its first code. @returns recovery codes where the person had none */
export function confirmTotp(body: ConfirmTotp): Promise<MadeRecoveryCodes> {
  return jsonRequest('POST', SIGN_IN_API.confirmTotp, { token: readToken(), body })
}

/** Removes the authenticator app of the signed-in person. */
export function removeTotp(): Promise<unknown> {
  return jsonRequest('DELETE', SIGN_IN_API.totp, { token: readToken() })
}

/** Makes new recovery codes, which end those of before. */
export function renewRecoveryCodes(): Promise<MadeRecoveryCodes> {
  return jsonRequest('POST', SIGN_IN_API.recoveryCodes, { token: readToken() })
}

/** Returns the action that reads again what a change of the own second factors changes. */
export function useRereadFactors(): () => Promise<unknown> {
  const client = useQueryClient()
  const keys = [SIGN_IN_API.secondFactors, API.me, ADMIN_API.people]
  return () => Promise.all(keys.map((key) => client.invalidateQueries({ queryKey: [key] })))
}

/** A change of the own second factors, by a button. @param onDone gets what the server answered */
export function useFactorChange<Answer>(mutationFn: () => Promise<Answer>, onDone: (answer: Answer) => void) {
  const reread = useRereadFactors()
  const showFailure = useFailureNotice()
  return useMutation({
    mutationFn,
    // New codes made twice would end those that are shown.
    retry: false,
    onSuccess: onDone,
    onError: (error) => showFailure(error, { title: 'Nothing was changed', description: failureMessage(error) }),
    onSettled: reread,
  })
}

/** Says that the app is removed. */
export function toastRemoved(): void {
  toast({ title: 'Authenticator app removed', description: 'You are signed out everywhere else.' })
}
