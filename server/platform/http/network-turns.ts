import { clientSite } from './client-address.ts'
import { RequestError } from './request-error.ts'

/** Work for which networks take turns, so that one that causes much of it does not hold up the others. */
export type NetworkTurns = {
  /**
   * Does work when the turn of a network comes. A network has one piece of work at a time.
   * @throws {RequestError} `too_many_requests` with too much of one network waiting, `unavailable` with too much in all;
   * whatever the work throws
   */
  take<Result>(address: string, work: () => Promise<Result>): Promise<Result>
}

type Waiting = { start(): void; giveUp(error: RequestError): void }

const RETRY_AFTER_S = 10

/**
 * Makes turns, kept in memory: each process counts by itself.
 * @param options.atOnce pieces of work at a time
 * @param options.ofNetwork how many of one network may wait
 * @param options.inAll how many may wait together; then the network with the most gives one up to a network with fewer
 */
export function createNetworkTurns({
  atOnce,
  ofNetwork,
  inAll,
}: {
  atOnce: number
  ofNetwork: number
  inAll: number
}): NetworkTurns {
  // The order of the map is the order of turns.
  const waiting = new Map<string, Waiting[]>()
  const atWork = new Set<string>()

  const count = () => [...waiting.values()].reduce((sum, queue) => sum + queue.length, 0)

  /** Makes one place free for a network; false when no other network has more waiting. */
  const makeRoomFor = (network: string): boolean => {
    const [largest, queue] = [...waiting].reduce((most, each) => (each[1].length > most[1].length ? each : most))
    if (queue.length <= (waiting.get(network)?.length ?? 0) + 1) return false
    queue.pop()?.giveUp(tooManyInAll())
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

  /** Resolves when the turn has come. */
  const turnOf = async (network: string): Promise<void> => {
    const queue = waiting.get(network) ?? []
    if (queue.length >= ofNetwork) throw tooManyOfNetwork()
    if (count() >= inAll && !makeRoomFor(network)) throw tooManyInAll()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    queue.push({ start: resolve, giveUp: reject })
    waiting.set(network, queue)
    startNext()
    await promise
  }

  return {
    take: async (address, work) => {
      const network = clientSite(address)
      await turnOf(network)
      try {
        return await work()
      } finally {
        end(network)
      }
    },
  }
}

function tooManyOfNetwork(): RequestError {
  const message = 'Too many forms from your network are being read at this moment. Please try again shortly.'
  return new RequestError('too_many_requests', message, { retryAfter: RETRY_AFTER_S })
}

function tooManyInAll(): RequestError {
  const message = 'So many forms are arriving that yours could not be read. Please send it again in a minute.'
  return new RequestError('unavailable', message, { retryAfter: RETRY_AFTER_S })
}
