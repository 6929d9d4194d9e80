import type { MadeInvitation, NewInvitation } from '../contract/accounts/people.ts'
import { ADMIN_API, INVITATION_TOKEN_HEADER } from '../contract/wire/admin-paths.ts'
import { SIGN_IN_API } from '../contract/wire/sign-in-paths.ts'
import type { AdminClient } from './admin-client.ts'
import type { TestApp } from './test-app.ts'

/** A password that an invited person may choose. */
export const CHOSEN = 'a long enough phrase'

/** Whom the tests invite, unless they say otherwise. */
export const INVITED: NewInvitation = {
  ...{ displayName: 'Zoë Müller', email: 'zoe@example.com', role: 'recruiter', assignments: [], byMail: false },
}

/** Invites a person. @returns the invitation, and the token of its link */
export async function invite(admin: AdminClient, changes: Partial<NewInvitation> = {}) {
  const { status, body } = await admin.request<MadeInvitation>('POST', ADMIN_API.invitations, {
    ...INVITED,
    ...changes,
  })
  if (status !== 201) throw new Error(`not invited: ${JSON.stringify(body)}`)
  return { ...body, token: tokenIn(body.url ?? '') }
}

/** The token of the link in a text; empty without one. */
export function tokenIn(text: string): string {
  return /\/admin\/join#token=([\w-]{43})(?!\S)/.exec(text)?.[1] ?? ''
}

/** Reads what the link of an invitation offers. */
export function readOffer({ request }: Pick<TestApp, 'request'>, token: string): Promise<Response> {
  return request(SIGN_IN_API.join, { headers: { [INVITATION_TOKEN_HEADER]: token } })
}

/** Makes the account of an invitation. */
export function join({ request }: Pick<TestApp, 'request'>, token: string, body: object = {}): Promise<Response> {
  const headers = { [INVITATION_TOKEN_HEADER]: token, 'content-type': 'application/json' }
  const chosen = { username: 'zoe', password: CHOSEN, ...body }
  return request(SIGN_IN_API.join, { method: 'POST', headers, body: JSON.stringify(chosen) })
}
