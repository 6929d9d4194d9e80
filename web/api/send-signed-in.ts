import { currentToken, getAuthState } from './auth-store.ts'

/** Name of the lock that a tab holds while it has the token renewed; only secure pages have locks. */
export const RENEWAL = 'wellhead-token-renewal'

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
