import type { LoginResponse } from '../../contract/accounts/account.ts'
import { INVITATION_TOKEN_HEADER } from '../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../contract/wire/error.ts'
import { SIGN_IN_API } from '../../contract/wire/sign-in-paths.ts'
import type { TestApp } from '../test-app.ts'
import { createBrowser } from './http-browser.ts'

/** A person's browser at the application: it goes to the provider and back as the pages have it go. */
export function signInClient(app: Pick<TestApp, 'url'>) {
  const browser = createBrowser()
  const post = (path: string, { headers = {}, body }: { headers?: Record<string, string>; body?: object } = {}) =>
    browser.open(app.url + path, {
      method: 'POST',
      headers: { ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })

  /** What the fragment of the login page says. */
  const land = async (location: string) => {
    const { pathname, search } = new URL(location)
    const response = await browser.open(app.url + pathname + search)
    const page = response.headers.get('location') ?? ''
    const fragment = new URLSearchParams(page.split('#')[1])
    return {
      status: response.status,
      page: page.split('#')[0],
      ticket: fragment.get('signed-in') ?? fragment.get('link') ?? '',
      problem: fragment.get('sign-in-problem'),
    }
  }

  return {
    browser,
    land,
    /** Opens the start. @returns the address of the provider */
    start: async (query = '') =>
      (await browser.open(app.url + SIGN_IN_API.startSingleSignOn + query)).headers.get('location') ?? '',
    startJoining: async (token: string) => {
      const response = await post(SIGN_IN_API.joinWithSingleSignOn, { headers: { [INVITATION_TOKEN_HEADER]: token } })
      return { status: response.status, body: (await response.json()) as { url: string } & ErrorBody }
    },
    startLinking: async (headers: { authorization: string }) =>
      ((await (await post(SIGN_IN_API.linkSingleSignOn, { headers })).json()) as { url: string }).url,
    finish: async (ticket: string) => {
      const response = await post(SIGN_IN_API.finishSingleSignOn, { body: { ticket } })
      return { status: response.status, body: (await response.json()) as LoginResponse & ErrorBody }
    },
    link: async (ticket: string, headers: { authorization: string }) => {
      const response = await post(SIGN_IN_API.linkedIdentities, { headers, body: { ticket } })
      return { status: response.status, body: (await response.json()) as { id: number } & ErrorBody }
    },
    /** The whole way, from the login page to a session. */
    signIn: async function (login: string) {
      const { ticket, problem } = await land(await browser.signInAt(await this.start(), login))
      if (problem) throw new Error(`not signed in at the provider: ${problem}`)
      return this.finish(ticket)
    },
  }
}
