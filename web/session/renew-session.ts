import type { LoginResponse } from '../../contract/accounts/account.ts'
import { signIn } from '../api/auth-store.ts'
import { RENEWAL_LOCK } from '../api/send-authorized.ts'

/** How long the lock is held after storing the new token, until other tabs have read it; milliseconds. */
const TOKEN_SPREAD_MS = 250

/**
 * Renews the session's token and stores the new one, which other tabs adopt.
 * @param request the request whose response has the new token
 */
export function renewSession(request: () => Promise<LoginResponse>): Promise<LoginResponse> {
  const renew = async () => {
    const response = await request()
    signIn(response.token, response.user)
    return response
  }
  if (!navigator.locks) return renew()
  return new Promise((resolve, reject) => {
    navigator.locks.request(RENEWAL_LOCK, async () => {
      const renewed = renew()
      renewed.then(resolve, reject)
      if (await renewed.catch(() => undefined)) await new Promise((spread) => setTimeout(spread, TOKEN_SPREAD_MS))
    })
  })
}
