import { customerPrefix } from './client-address.ts'
import { RequestError } from './request-error.ts'

/** A queue that serves networks in turn, so that one that causes much work does not hold up the others. */
export type FairQueue = {
  /**
   * Does work once the network of an address is served. A network has one piece of work at a time.
   * @throws {RequestError} `too_many_requests` with too much of one network waiting, `unavailable` with too much in all; whatever
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
 * @param options.ofNetwork how many of one network may wait
 * @param options.inAll how many may wait together; then the network with the most gives one up to a network with fewer
 */
export function createFairQueue({
  of,
  atOnce,
  ofNetwork,
  inAll,
}: {
  of: 'forms' | 'pictures'
  atOnce: number
  ofNetwork: number
  inAll: number
}): FairQueue {
  // Networks are served in the order of the map.
  const waiting = new Map<string, Waiting[]>()
  const atWork = new Set<string>()

  const count = () => [...waiting.values()].reduce((sum, queue) => sum + queue.length, 0)

  /**
   * Makes one place free for a network; false when no other network has more waiting. With one place each no network
   * gives one up: a flood from many networks would drive out senders who have waited longer, and would fill a reserve for new
   * networks as it fills the line. The newcomer is refused, and finds a place once a piece of work has ended.
   */
  const makeRoomFor = (network: string): boolean => {
    const [largest, queue] = [...waiting].reduce((most, each) => (each[1].length > most[1].length ? each : most))
    if (queue.length <= (waiting.get(network)?.length ?? 0) + 1) return false
    queue.pop()?.giveUp(tooManyInAll(of))
    if (queue.length === 0) waiting.delete(largest)
    return true
  }

  const startNext = () => {
    if (atWork.size >= atOnce) return
    for (const [network, queue] of waiting) {
      if (atWork.has(network)) continue
      const next = queue.shift()
      if (queue.length === 0) waiting.delete(network)
      atWork.add(network)
      next?.start()
      return
    }
  }

  const end = (network: string) => {
    atWork.delete(network)
    const queue = waiting.get(network)
    // Deleted first, so that the network goes to the end.
    if (waiting.delete(network) && queue) waiting.set(network, queue)
    startNext()
  }

  /** Resolves once the work may begin. */
  const waitFor = async (network: string): Promise<void> => {
    const queue = waiting.get(network) ?? []
    if (queue.length >= ofNetwork) throw tooManyOfNetwork(of)
    if (count() >= inAll && !makeRoomFor(network)) throw tooManyInAll(of)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    queue.push({ start: resolve, giveUp: reject })
    waiting.set(network, queue)
    startNext()
    await promise
  }

  return {
    run: async (address, work) => {
      const network = customerPrefix(address)
      await waitFor(network)
      try {
        return await work()
      } finally {
        end(network)
      }
    },
  }
}

function tooManyOfNetwork(things: string): RequestError {
  const message = `Your network has too many ${things} waiting. Please try again shortly.`
  return new RequestError('too_many_requests', message, { retryAfter: RETRY_AFTER_S })
}

function tooManyInAll(things: string): RequestError {
  const message = `Too many ${things} are waiting at this moment. Please try again in a minute.`
  return new RequestError('unavailable', message, { retryAfter: RETRY_AFTER_S })
}
