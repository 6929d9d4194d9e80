import { queryOptions } from '@tanstack/react-query'
import type { LoginResponse } from '../../../contract/accounts/account.ts'
import type { NewPasskeyOptions, OwnPasskeys, PasskeyOptions } from '../../../contract/accounts/passkeys.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../../contract/wire/sign-in-paths.ts'
import { readToken } from '../../api/auth-store.ts'
import { jsonRequest } from '../../api/json-request.ts'

/** The passkeys of the signed-in person; read anew whenever they are shown. */
export function ownPasskeysQuery(token: string | null) {
  return queryOptions({
    queryKey: [SIGN_IN_API.passkeys, token],
    queryFn: ({ signal }) => jsonRequest<OwnPasskeys>('GET', SIGN_IN_API.passkeys, { token, signal }),
    staleTime: 0,
  })
}

/** Has the browser make a passkey, and adds it to the account of the signed-in person. */
export async function addPasskey(name: string): Promise<unknown> {
  const ceremonies = import('./passkey-ceremonies.ts')
  const token = readToken()
  const { ticket, options } = await jsonRequest<NewPasskeyOptions>('POST', SIGN_IN_API.newPasskeyOptions, { token })
  const response = await (await ceremonies).makePasskey(options)
  return jsonRequest('POST', SIGN_IN_API.passkeys, { token, body: { ticket, name, response } })
}

/** Changes what a passkey of the signed-in person is called. */
export function renamePasskey({ id, name }: { id: number; name: string }): Promise<unknown> {
  return jsonRequest('PATCH', pathTo(SIGN_IN_API.passkey, id), { token: readToken(), body: { name } })
}

/** Removes a passkey of the signed-in person. */
export function removePasskey(id: number): Promise<unknown> {
  return jsonRequest('DELETE', pathTo(SIGN_IN_API.passkey, id), { token: readToken() })
}

/** Has the browser use a passkey, and signs in with it alone. */
export async function signInWithPasskey(): Promise<LoginResponse> {
  const ceremonies = import('./passkey-ceremonies.ts')
  const { ticket, options } = await jsonRequest<PasskeyOptions>('POST', SIGN_IN_API.passkeySignInOptions)
  const response = await (await ceremonies).askForPasskey(options)
  return jsonRequest('POST', SIGN_IN_API.passkeySignIn, { body: { ticket, response } })
}

/** Has the browser use a passkey after the password, and signs in. @param ticket from the sign-in with the password */
export async function signInWithSecondPasskey(ticket: string): Promise<LoginResponse> {
  const ceremonies = import('./passkey-ceremonies.ts')
  const offered = await jsonRequest<PasskeyOptions>('POST', SIGN_IN_API.secondFactorPasskeyOptions, {
    body: { ticket },
  })
  const response = await (await ceremonies).askForPasskey(offered.options)
  const body = { ticket, challengeTicket: offered.ticket, response }
  return jsonRequest('POST', SIGN_IN_API.secondFactorPasskey, { body })
}
