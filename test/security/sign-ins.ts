import { API } from '../../contract/paths.ts'

/** How one sign-in was answered. */
export type SignInAnswer = { status: number; retryAfter: string | null; body: string }

/**
 * Signs in at a running server.
 * @param from forwarded address that the call pretends to come from
 */
export async function signIn(
  url: string,
  credentials: { username: string; password: string },
  from?: string,
): Promise<SignInAnswer> {
  const answer = await fetch(url + API.login, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(from !== undefined && { 'x-forwarded-for': from }) },
    body: JSON.stringify(credentials),
  })
  return { status: answer.status, retryAfter: answer.headers.get('retry-after'), body: await answer.text() }
}

/** Signs in again and again; a network has six places at once, so no more are sent together. */
export async function signInTimes(
  times: number,
  attempt: (index: number) => Promise<SignInAnswer>,
): Promise<SignInAnswer[]> {
  const answers: SignInAnswer[] = []
  while (answers.length < times) {
    const batch = Math.min(5, times - answers.length)
    answers.push(...(await Promise.all(Array.from({ length: batch }, (_, index) => attempt(answers.length + index)))))
  }
  return answers
}

/** How many answers there were of each status. */
export function tally(answers: readonly { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {}
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Makes the first admin of a running server. */
export async function setUp(url: string): Promise<{ username: string; password: string }> {
  return (await fetch(url + API.setupAdmin, { method: 'POST' })).json() as Promise<{
    username: string
    password: string
  }>
}
