import { customerPrefix } from './client-address.ts'
import { RequestError } from './request-error.ts'

/** A queue that serves customer prefixes in turn, so that one that causes much work does not hold up the others. */
export type FairQueue = {
  /**
   * Does work once the customer prefix of an address is served. A prefix has one piece of work at a time.
   * @throws {RequestError} `too_many_requests` with too much of one prefix waiting, `unavailable` with too much in all; whatever
   * the work throws
   */
  run<Result>(address: string, work: () => Promise<Result>): Promise<Result>
}

type Waiting = { start(): void; giveUp(error: unknown): void }

const RETRY_AFTER_S = 10

/**
 * Makes a queue, kept in memory: each process counts by itself.
 * @param options.of what waits, for the refusals
 * @param options.atOnce pieces of work at a time
 * @param options.ofPrefix how many of one customer prefix may wait
 * @param options.inAll how many may wait together; then the prefix with the most gives one up to a prefix with fewer
 */
export function createFairQueue({
  of,
  atOnce,
  ofPrefix,
  inAll,
}: {
  of: 'forms' | 'pictures' | 'requests'
  atOnce: number
  ofPrefix: number
  inAll: number
}): FairQueue {
  // Prefixes are served in the order of the map.
  const waiting = new Map<string, Waiting[]>()
  const atWork = new Set<string>()

  const count = () => [...waiting.values()].reduce((sum, queue) => sum + queue.length, 0)

  /**
   * Makes one place free for a prefix; false when no other prefix has more waiting. With one place each no prefix gives one
   * up: a flood from many prefixes would drive out senders who have waited longer, and would fill a reserve for new prefixes
   * as it fills the line. The newcomer is refused, and finds a place once a piece of work has ended.
   */
  const makeRoomFor = (prefix: string): boolean => {
    const [largest, queue] = [...waiting].reduce((most, each) => (each[1].length > most[1].length ? each : most))
    if (queue.length <= (waiting.get(prefix)?.length ?? 0) + 1) return false
    queue.pop()?.giveUp(tooManyInAll(of))
    if (queue.length === 0) waiting.delete(largest)
    return true
  }

  const startNext = () => {
    if (atWork.size >= atOnce) return
    for (const [prefix, queue] of waiting) {
      if (atWork.has(prefix)) continue
      const next = queue.shift()
      if (queue.length === 0) waiting.delete(prefix)
      atWork.add(prefix)
      next?.start()
      return
    }
  }

  const end = (prefix: string) => {
    atWork.delete(prefix)
    const queue = waiting.get(prefix)
    // Deleted first, so that the prefix goes to the end.
    if (waiting.delete(prefix) && queue) waiting.set(prefix, queue)
    startNext()
  }

  /** Resolves once the work may begin. */
  const waitFor = async (prefix: string): Promise<void> => {
    const queue = waiting.get(prefix) ?? []
    if (queue.length >= ofPrefix) throw tooManyOfPrefix(of)
    if (count() >= inAll && !makeRoomFor(prefix)) throw tooManyInAll(of)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    queue.push({ start: resolve, giveUp: reject })
    waiting.set(prefix, queue)
    startNext()
    await promise
  }

  return {
    run: async (address, work) => {
      const prefix = customerPrefix(address)
      await waitFor(prefix)
      try {
        return await work()
      } finally {
        end(prefix)
      }
    },
  }
}

function tooManyOfPrefix(things: string): RequestError {
  const message = `Your network has too many ${things} waiting. Please try again shortly.`
  return new RequestError('too_many_requests', message, { retryAfter: RETRY_AFTER_S })
}

function tooManyInAll(things: string): RequestError {
  const message = `Too many ${things} are waiting at this moment. Please try again in a minute.`
  return new RequestError('unavailable', message, { retryAfter: RETRY_AFTER_S })
}
