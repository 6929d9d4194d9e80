import { API } from '../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../contract/wire/sign-in-paths.ts'

/** The response to one sign-in. */
export type SignInResponse = { status: number; retryAfter: string | null; body: string }

/**
 * Signs in at a running server.
 * @param from forwarded address of the request
 */
export async function signIn(
  url: string,
  credentials: { username: string; password: string },
  from?: string,
): Promise<SignInResponse> {
  const response = await fetch(url + API.login, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(from !== undefined && { 'x-forwarded-for': from }) },
    body: JSON.stringify(credentials),
  })
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body: await response.text() }
}

/** Signs in repeatedly, five at once: a network can have six requests in the hashing queue. */
export async function signInTimes(
  times: number,
  attempt: (index: number) => Promise<SignInResponse>,
): Promise<SignInResponse[]> {
  const responses: SignInResponse[] = []
  while (responses.length < times) {
    const batch = Math.min(5, times - responses.length)
    responses.push(
      ...(await Promise.all(Array.from({ length: batch }, (_, index) => attempt(responses.length + index)))),
    )
  }
  return responses
}

/** The number of responses of each status. */
export function tally(responses: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of responses) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Makes the first admin of a running server. */
export async function setUp(url: string): Promise<{ username: string; password: string }> {
  return (await fetch(url + SIGN_IN_API.setupAdmin, { method: 'POST' })).json() as Promise<{
    username: string
    password: string
  }>
}
