import { RequestError } from '../../platform/http/request-error.ts'

/** Seconds after which a caller that found no place may well find one. */
const RETRY_AFTER_S = 5

/** Who takes a place: a network, and whether an admin has signed in from it lately. */
export type TurnTaker = { network: string; isKnown: boolean }

/** How much is worked on at once, how much waits, and how many of these places strangers can never take. */
type Places = { atOnce: number; waiting: number; kept: number }

/**
 * Makes a queue for expensive work. One network has a part of the places at most, so that it does not keep everybody
 * else out: half of them where it is known, and a third where it is not. However many strangers come, the kept places
 * are left to known networks.
 * @returns does the work in its turn; rejects with `unavailable` when there is no place
 */
export function createTurns({ atOnce, waiting, kept }: Places) {
  const all = atOnce + waiting
  const queue: Array<() => void> = []
  const held = new Map<string, number>()
  let running = 0
  let strangers = 0

  const hasPlace = ({ network, isKnown }: TurnTaker): boolean => {
    if (running + queue.length >= all) return false
    const own = held.get(network) ?? 0
    return isKnown ? own < Math.floor(all / 2) : own < Math.floor(all / 3) && strangers < all - kept
  }

  const enter = async (taker: TurnTaker): Promise<void> => {
    if (!hasPlace(taker)) throw busy()
    held.set(taker.network, (held.get(taker.network) ?? 0) + 1)
    if (!taker.isKnown) strangers += 1
    if (running < atOnce) running += 1
    else await new Promise<void>((begin) => queue.push(begin))
  }

  const leave = ({ network, isKnown }: TurnTaker): void => {
    const own = held.get(network) ?? 1
    if (own > 1) held.set(network, own - 1)
    else held.delete(network)
    if (!isKnown) strangers -= 1
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }

  return async <Result>(taker: TurnTaker, work: () => Promise<Result>): Promise<Result> => {
    await enter(taker)
    try {
      return await work()
    } finally {
      leave(taker)
    }
  }
}

function busy(): RequestError {
  const message = 'Too many passwords are being checked right now. Please try again in a few seconds.'
  return new RequestError('unavailable', message, { retryAfter: RETRY_AFTER_S })
}
