import type { LoginAnswer } from '../../contract/account.ts'
import { currentToken, getAuthState, signIn } from './auth-store.ts'

/** Name of the lock that a tab holds while it has the token renewed; only secure pages have locks. */
const RENEWAL = 'wellhead-token-renewal'

/** How long it is held after the new token is stored, until other tabs have it too, in milliseconds. */
const SPREADING_MS = 250

/**
 * Has the session's token renewed and stores the new one, which other tabs of this browser take over.
 * @param ask the call whose answer has the new token
 */
export function renewSession(ask: () => Promise<LoginAnswer>): Promise<LoginAnswer> {
  const renew = async () => {
    const answer = await ask()
    signIn(answer.token, answer.user)
    return answer
  }
  if (!navigator.locks) return renew()
  return new Promise((resolve, reject) => {
    navigator.locks.request(RENEWAL, async () => {
      const renewed = renew()
      renewed.then(resolve, reject)
      if (await renewed.catch(() => undefined)) await new Promise((spread) => setTimeout(spread, SPREADING_MS))
    })
  })
}

/**
 * Makes a call of a signed-in admin. Where it is refused because the token was renewed while the call was on its way,
 * it is made once more with the new one: that 401 must not end the session, in this tab or another.
 * @param token what the caller knows the session by; nothing is tried again without one
 * @param send makes the call with a token
 */
export async function sendSignedIn(
  token: string | null | undefined,
  send: (token: string | null) => Promise<Response>,
): Promise<Response> {
  if (!token) return send(null)
  const session = getAuthState()
  const first = currentToken({ token }) ?? token
  const response = await send(first)
  if (response.status !== 401) return response
  // In the middle of a renewal the server knows the new token before this page does.
  if (currentToken(session) === first) await navigator.locks?.request(RENEWAL, { mode: 'shared' }, () => undefined)
  const renewed = currentToken(session)
  return renewed === null || renewed === first ? response : send(renewed)
}
