import type {
  NewPasskeyOptions,
  OwnPasskeys,
  PasskeyOptions,
  PasskeyResponse,
} from '../../contract/accounts/passkeys.ts'
import type { SecondFactorNeeded } from '../../contract/accounts/sign-in-methods.ts'
import { API } from '../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../contract/wire/sign-in-paths.ts'
import { TEST_ADMIN, type TestApp } from '../test-app.ts'
import { makeAuthenticator, type Oddity, type SoftwareAuthenticator } from './software-authenticator.ts'

/** The address of the site in tests of passkeys: an IP address has none. */
export const PASSKEY_ORIGIN = 'https://careers.example.com'

/** What a browser does with passkeys, without the browser. */
export function passkeyClient(app: TestApp) {
  const post = async (path: string, body?: unknown, headers: Record<string, string> = {}) =>
    app.request(path, {
      method: 'POST',
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const offerNew = async (headers: Record<string, string>) =>
    (await (await post(SIGN_IN_API.newPasskeyOptions, undefined, headers)).json()) as NewPasskeyOptions
  const offer = async () => (await (await post(SIGN_IN_API.passkeySignInOptions)).json()) as PasskeyOptions
  const send = (ticket: string, response: PasskeyResponse) => post(SIGN_IN_API.passkeySignIn, { ticket, response })

  return {
    post,
    offerNew,
    offer,
    send,

    /** Adds a passkey of a new device, or of one that there is. */
    add: async (
      headers: Record<string, string>,
      {
        device = makeAuthenticator({ origin: PASSKEY_ORIGIN }),
        name = 'Laptop',
        ...odd
      }: Oddity & { key?: Uint8Array; device?: SoftwareAuthenticator; name?: string } = {},
    ) => {
      const { ticket, options } = await offerNew(headers)
      const response = device.create(options, odd)
      return { device, response: await post(SIGN_IN_API.passkeys, { ticket, name, response }, headers) }
    },

    /** Signs in with a passkey alone. */
    signIn: async (device: SoftwareAuthenticator, odd: Oddity = {}) => {
      const { ticket, options } = await offer()
      return send(ticket, device.get(options, odd))
    },

    /** Sends the right password. @returns the ticket for the second factor */
    sendPassword: async (login: { username: string; password: string } = TEST_ADMIN) => {
      const { secondFactor } = (await (await post(API.login, login)).json()) as SecondFactorNeeded
      return secondFactor
    },

    /** Asks what a browser needs to use a passkey after the password. */
    offerAfterPassword: async (ticket: string) =>
      (await (await post(SIGN_IN_API.secondFactorPasskeyOptions, { ticket })).json()) as PasskeyOptions,

    list: async (headers: Record<string, string>) =>
      ((await (await app.request(SIGN_IN_API.passkeys, { headers })).json()) as OwnPasskeys).passkeys,
  }
}
