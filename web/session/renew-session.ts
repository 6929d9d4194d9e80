import type { LoginResponse } from '../../contract/account.ts'
import { signIn } from '../api/auth-store.ts'
import { RENEWAL } from '../api/send-signed-in.ts'

/** How long it is held after the new token is stored, until other tabs have it too, in milliseconds. */
const SPREADING_MS = 250

/**
 * Has the session's token renewed and stores the new one, which other tabs of this browser take over.
 * @param ask the call whose answer has the new token
 */
export function renewSession(ask: () => Promise<LoginResponse>): Promise<LoginResponse> {
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
