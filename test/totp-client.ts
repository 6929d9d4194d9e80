import { generate } from 'otplib'
import type { MadeRecoveryCodes, NewTotp, OwnSecondFactors } from '../contract/accounts/second-factors.ts'
import type { SecondFactorNeeded } from '../contract/accounts/sign-in-methods.ts'
import { API } from '../contract/wire/paths.ts'
import { SIGN_IN_API } from '../contract/wire/sign-in-paths.ts'
import { TEST_ADMIN, type TestApp } from './test-app.ts'

type Headers = Record<string, string>

/** The code that an authenticator app shows. @param steps how many codes later; fewer than 0 for an earlier one */
export function codeOf(secret: string, now: Date, steps = 0): Promise<string> {
  return generate({ secret, epoch: now.getTime() / 1000 + steps * 30 })
}

/** Headers of a session. */
export function bearer({ token }: { token: string }) {
  return { authorization: `Bearer ${token}` }
}

/** What a browser does with authenticator apps and recovery codes, without the browser. */
export function totpClient(app: Pick<TestApp, 'request'>) {
  const send = (method: string, path: string, body?: unknown, headers: Headers = {}) =>
    app.request(path, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  const begin = async (headers: Headers) =>
    (await (await send('POST', SIGN_IN_API.totp, undefined, headers)).json()) as NewTotp

  return {
    send,
    begin,

    /** Sets an app up by a code of a moment. */
    add: async (headers: Headers, now: Date) => {
      const { ticket, secret } = await begin(headers)
      const body = { ticket, code: await codeOf(secret, now) }
      const response = await send('POST', SIGN_IN_API.confirmTotp, body, headers)
      const { recoveryCodes } = (await response.json()) as MadeRecoveryCodes
      return { secret, codes: recoveryCodes ?? [] }
    },

    list: async (headers: Headers) =>
      (await (await send('GET', SIGN_IN_API.secondFactors, undefined, headers)).json()) as OwnSecondFactors,

    /** Sends the right password. @returns the ticket for the second factor */
    sendPassword: async (login: { username: string; password: string } = TEST_ADMIN) =>
      ((await (await send('POST', API.login, login)).json()) as SecondFactorNeeded).secondFactor,

    /** Ends a sign-in. */
    prove: (ticket: string, proof: { code: string } | { recoveryCode: string }) =>
      send('POST', SIGN_IN_API.secondFactor, { ticket, ...proof }),
  }
}
