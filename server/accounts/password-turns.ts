import { RequestError } from '../http/request-error.ts'

/** Seconds after which a caller that found no place may well find one. */
const RETRY_AFTER_S = 5

/**
 * Makes a queue for expensive work: so much at once, so much waiting, and half of all places at most for one caller, so
 * that nobody alone keeps everybody else out.
 * @returns does the work in its turn; rejects with `unavailable` when there is no place
 */
export function createTurns({ atOnce, waiting }: { atOnce: number; waiting: number }) {
  const share = (atOnce + waiting) / 2
  const queue: Array<() => void> = []
  const places = new Map<string, number>()
  let running = 0

  const enter = async (caller: string): Promise<void> => {
    const held = places.get(caller) ?? 0
    const isFull = running === atOnce && queue.length === waiting
    if (isFull || held >= share) throw busy()
    places.set(caller, held + 1)
    if (running < atOnce) running += 1
    else await new Promise<void>((begin) => queue.push(begin))
  }

  const leave = (caller: string): void => {
    const held = places.get(caller) ?? 1
    if (held > 1) places.set(caller, held - 1)
    else places.delete(caller)
    const next = queue.shift()
    if (next) next()
    else running -= 1
  }

  return async <Result>(caller: string, work: () => Promise<Result>): Promise<Result> => {
    await enter(caller)
    try {
      return await work()
    } finally {
      leave(caller)
    }
  }
}

function busy(): RequestError {
  const message = 'Too many passwords are being checked right now. Please try again in a few seconds.'
  return new RequestError('unavailable', message, { retryAfter: RETRY_AFTER_S })
}
