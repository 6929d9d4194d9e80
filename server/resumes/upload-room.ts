import { RESUME_MAX_BYTES } from '../../contract/limits.ts'
import { RequestError, unavailable } from '../http/request-error.ts'
import { clientNetwork } from '../limits/client-address.ts'
import type { FreeSpace } from './free-space.ts'

/** Uploads under way at once, of everybody and of one network: each holds a connection and up to 10 MB of the disk. */
const MOST = 200
const MOST_OF_ONE = 50
const RETRY_AFTER_S = 10

/** Decides who may upload now. */
export type UploadRoom = {
  /**
   * Takes a place until it is disposed of.
   * @throws {RequestError} `unavailable` or `too_many_requests`
   */
  enter(address: string): Promise<Disposable>
  /** Whether the disk has room for one more upload. */
  isOpen(): Promise<boolean>
}

/** Counts the uploads of this process and holds them to what connections and disk can bear. */
export function createUploadRoom(freeSpace: FreeSpace): UploadRoom {
  const underWay = new Map<string, number>()
  let total = 0
  const isOpen = () => freeSpace.hasRoomFor((total + 1) * RESUME_MAX_BYTES)

  const leave = (network: string) => {
    total -= 1
    const left = (underWay.get(network) ?? 1) - 1
    if (left === 0) underWay.delete(network)
    else underWay.set(network, left)
  }

  return {
    isOpen,
    enter: async (address) => {
      if (!(await isOpen())) throw unavailable()
      const network = clientNetwork(address)
      const ofThisOne = underWay.get(network) ?? 0
      if (ofThisOne >= MOST_OF_ONE) throw tooManyAtOnce()
      if (total >= MOST) throw unavailable()
      total += 1
      underWay.set(network, ofThisOne + 1)
      return { [Symbol.dispose]: () => leave(network) }
    },
  }
}

function tooManyAtOnce(): RequestError {
  return new RequestError(
    'too_many_requests',
    'Too many uploads from your network at this moment. Please try again shortly.',
    { retryAfter: RETRY_AFTER_S },
  )
}
