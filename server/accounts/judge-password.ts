import { clientNetwork } from '../limits/client-address.ts'
import type { SignInAttempt, SignInLimit } from '../limits/sign-in-limit.ts'
import { workOnPasswords } from './passwords.ts'

/** A password that somebody has sent for a username. */
type Claim = {
  attempt: SignInAttempt
  /** Undefined when no account has the username, which is counted and worked on all the same. */
  stored: string | undefined
  password: string
}

/**
 * Tells whether a password is the right one, within the limits of guessing: it is counted as wrong before anything is
 * worked out, and the count is cleared once it has proved right.
 * @throws {RequestError} `too_many_requests` when this caller has guessed too often; `unavailable` when too many
 * passwords are being judged already, which counts as no guess
 */
export async function judgePassword(limit: SignInLimit, { attempt, stored, password }: Claim): Promise<boolean> {
  await limit.requireRoom(attempt)
  return workOnPasswords(clientNetwork(attempt.address), async ({ verify }) => {
    await limit.count(attempt)
    const isRight = await verify(stored, password)
    if (isRight) await limit.clear(attempt)
    return isRight
  })
}
