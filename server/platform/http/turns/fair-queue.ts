import { customerPrefix } from '../client-address.ts'
import { RequestError } from '../request-error.ts'

/** A queue that serves callers in turn, so that one that causes much work does not hold up the others. */
export type FairQueue = {
  /**
   * Does work once its caller is served.
   * @param caller an address, which stands for its customer prefix, or the name of another caller
   * @throws {RequestError} `too_many_requests` with too much of one caller waiting, `unavailable` with too much in all; whatever
   * the work throws
   */
  run<Result>(caller: string, work: () => Promise<Result>): Promise<Result>

  /** The same for work that ends in several ways. @returns ends the work; called again it does nothing */
  begin(caller: string): Promise<() => void>
}

type Waiting = { start(): void; giveUp(error: unknown): void }

const RETRY_AFTER_S = 10

/**
 * Makes a queue, kept in memory: each process counts by itself.
 * @param options.of what waits, for the refusals
 * @param options.whose what they call the caller
 * @param options.atOnce pieces of work at a time
 * @param options.eachAtOnce those of one caller
 * @param options.ofEach how many of one caller may wait
 * @param options.inAll how many may wait together; then the caller with the most gives one up to a caller with fewer
 */
export function createFairQueue({
  of,
  whose = 'Your network has',
  atOnce,
  eachAtOnce = 1,
  ofEach,
  inAll,
}: {
  of: 'forms' | 'pictures' | 'requests'
  whose?: 'Your network has' | 'You have'
  atOnce: number
  eachAtOnce?: number
  ofEach: number
  inAll: number
}): FairQueue {
  // Callers are served in the order of the map.
  const waiting = new Map<string, Waiting[]>()
  /** How many pieces of work each caller has that has any. */
  const atWork = new Map<string, number>()

  const count = () => [...waiting.values()].reduce((sum, queue) => sum + queue.length, 0)
  const countAtWork = () => [...atWork.values()].reduce((sum, pieces) => sum + pieces, 0)

  /**
   * Makes one place free for a caller; false when no other caller has more waiting. With one place each no caller gives one
   * up: a flood from many callers would drive out senders who have waited longer, and would fill a reserve for new callers
   * as it fills the line. The newcomer is refused, and finds a place once a piece of work has ended.
   */
  const makeRoomFor = (caller: string): boolean => {
    const [largest, queue] = [...waiting].reduce((most, each) => (each[1].length > most[1].length ? each : most))
    if (queue.length <= (waiting.get(caller)?.length ?? 0) + 1) return false
    queue.pop()?.giveUp(tooManyInAll(of))
    if (queue.length === 0) waiting.delete(largest)
    return true
  }

  const startNext = () => {
    if (countAtWork() >= atOnce) return
    for (const [caller, queue] of waiting) {
      const pieces = atWork.get(caller) ?? 0
      if (pieces >= eachAtOnce) continue
      const next = queue.shift()
      if (queue.length === 0) waiting.delete(caller)
      atWork.set(caller, pieces + 1)
      next?.start()
      return
    }
  }

  const end = (caller: string) => {
    const pieces = (atWork.get(caller) ?? 1) - 1
    if (pieces > 0) atWork.set(caller, pieces)
    else atWork.delete(caller)
    const queue = waiting.get(caller)
    // Deleted first, so that the caller goes to the end.
    if (waiting.delete(caller) && queue) waiting.set(caller, queue)
    startNext()
  }

  /** Resolves once the work may begin. */
  const waitFor = async (caller: string): Promise<void> => {
    const queue = waiting.get(caller) ?? []
    if (queue.length >= ofEach) throw tooManyOfOne(whose, of)
    if (count() >= inAll && !makeRoomFor(caller)) throw tooManyInAll(of)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    queue.push({ start: resolve, giveUp: reject })
    waiting.set(caller, queue)
    startNext()
    await promise
  }

  const begin = async (address: string) => {
    const caller = customerPrefix(address)
    await waitFor(caller)
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      end(caller)
    }
  }

  return {
    begin,
    run: async (caller, work) => {
      const endWork = await begin(caller)
      try {
        return await work()
      } finally {
        endWork()
      }
    },
  }
}

function tooManyOfOne(whose: string, things: string): RequestError {
  const message = `${whose} too many ${things} waiting. Please try again shortly.`
  return new RequestError('too_many_requests', message, { retryAfter: RETRY_AFTER_S })
}

function tooManyInAll(things: string): RequestError {
  const message = `Too many ${things} are waiting at this moment. Please try again in a minute.`
  return new RequestError('unavailable', message, { retryAfter: RETRY_AFTER_S })
}
