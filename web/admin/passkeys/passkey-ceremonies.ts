import {
  type PublicKeyCredentialCreationOptionsJSON,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type {
  AddPasskey,
  NewPasskeyOptions,
  PasskeyOptions,
  PasskeyResponse,
} from '../../../contract/accounts/passkeys.ts'

// Loaded with the first passkey that is made or used.

/** Has the browser make a passkey. @throws {Error} named as in the standard, such as `NotAllowedError` when the person cancels */
export async function makePasskey(options: NewPasskeyOptions['options']): Promise<AddPasskey['response']> {
  const { id, response } = await startRegistration({ optionsJSON: options as PublicKeyCredentialCreationOptionsJSON })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, clientDataJSON, attestationObject, transports }
}

/** Has the browser use a passkey. @throws {Error} as {@link makePasskey} */
export async function askForPasskey(options: PasskeyOptions['options']): Promise<PasskeyResponse> {
  const { id, response } = await startAuthentication({ optionsJSON: options as never })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) }
}
