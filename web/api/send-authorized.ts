import { GivenUpError } from './api-error.ts'
import { currentToken, getAuthState } from './auth-store.ts'

/** Name of the lock that a tab holds while it renews the token; only secure pages have locks. */
export const RENEWAL_LOCK = 'wellhead-token-renewal'

/** Asks the person for what a refused request needs. @returns whether the same request may pass now, or the person has given it up */
type AnswerRefusal = (refused: Response) => Promise<boolean | 'given up'>

let answerRefusal: AnswerRefusal | undefined

/** Sets what is done about requests that are refused with 403, before their callers hear of it; undefined for nothing. */
export function onRefused(answer: AnswerRefusal | undefined): void {
  answerRefusal = answer
}

/**
 * Sends a signed-in admin's request. If the token was renewed during the request and the response is 401, it is sent
 * again with the new token: that 401 must not end the session. One that is refused until the person confirms who it is, is sent again
 * after that.
 * @throws {GivenUpError} where the person does not confirm
 * @param token the session's token; without one the request is not repeated
 * @param send sends the request with a token; the same each time, so that nothing is stored twice
 */
export async function sendAuthorized(
  token: string | null | undefined,
  send: (token: string | null) => Promise<Response>,
): Promise<Response> {
  if (!token) return send(null)
  const response = await sendRenewed(token, send)
  const answer = response.status === 403 && (await answerRefusal?.(response.clone()))
  if (answer === 'given up') throw new GivenUpError(response.status, await response.text(), response.statusText)
  return answer ? sendRenewed(token, send) : response
}

async function sendRenewed(token: string, send: (token: string | null) => Promise<Response>): Promise<Response> {
  const session = getAuthState()
  const first = currentToken({ token }) ?? token
  const response = await send(first)
  if (response.status !== 401) return response
  // During a renewal the server has the new token before this page does.
  if (currentToken(session) === first) await navigator.locks?.request(RENEWAL_LOCK, { mode: 'shared' }, () => undefined)
  const renewed = currentToken(session)
  return renewed === null || renewed === first ? response : send(renewed)
}
