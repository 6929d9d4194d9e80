import { queryOptions } from '@tanstack/react-query'
import type { Confirmation, IdentityProof } from '../../../contract/accounts/confirmation.ts'
import type { PasskeyOptions } from '../../../contract/accounts/passkeys.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'

/** With what the signed-in person can confirm; read again with the window's focus, since another tab may have done it meanwhile. */
export function confirmationQuery(token: string | null) {
  return queryOptions({
    queryKey: [SIGN_IN_API.confirm, token],
    queryFn: ({ signal }) => jsonRequest<Confirmation>('GET', SIGN_IN_API.confirm, { token, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: true,
  })
}

/** Proves that it is the signed-in person. */
export function confirmWith(body: IdentityProof): Promise<unknown> {
  return jsonRequest('POST', SIGN_IN_API.confirm, { token: readToken(), body })
}

/** Has the browser use a passkey of the signed-in person, and proves with it who that is. */
export async function confirmWithPasskey(): Promise<unknown> {
  const ceremonies = import('../passkeys/passkey-ceremonies.ts')
  const token = readToken()
  const { ticket, options } = await jsonRequest<PasskeyOptions>('POST', SIGN_IN_API.confirmPasskeyOptions, { token })
  return confirmWith({ ticket, response: await (await ceremonies).askForPasskey(options) })
}
