import { RESUME_MAX_BYTES } from '../../../contract/limits.ts'
import { clientNetwork } from '../http/client-address.ts'
import type { Arrival } from '../http/connections/arrivals.ts'
import { RequestError, unavailable } from '../http/request-error.ts'
import type { FreeSpace } from './free-space.ts'

/** Uploads under way at once, of everybody and of one network: each holds a connection and up to 10 MB of the disk. */
const MOST = 200
const MOST_OF_ONE = 50
const RETRY_AFTER_S = 10

/** What an upload is credited with, so that one that has just begun is not the slowest: 64 kB in the first 5 s. */
const CREDIT_BYTES = 65_536
const CREDIT_MS = 5_000
/** One younger than this may be as fast as any. */
const YOUNG_MS = 2_000
/** A network that has so many more uploads than another gives one up to it, even a fast one. */
const CROWD = 10

/** What is seen of an upload, and how it is stopped. */
type Upload = Pick<Arrival, 'age' | 'bytes' | 'isUnderWay' | 'letGo'>

/** Decides who may upload now. */
export type UploadRoom = {
  /**
   * Takes a place until it is disposed of. Where there is none, the slowest upload is let go (`docs/decisions/0036`).
   * @param upload null for one that has arrived already
   * @throws {RequestError} `unavailable` or `too_many_requests`
   */
  enter(address: string, upload: Upload | null): Promise<Disposable>
  /** Whether the disk has room for one more upload. */
  isOpen(): Promise<boolean>
}

type Place = { network: string; upload: Upload | null }

/** Counts the uploads of this process and holds them to what connections and disk can bear. */
export function createUploadRoom(freeSpace: FreeSpace): UploadRoom {
  const places = new Set<Place>()
  const countOf = new Map<string, number>()
  const isOpen = () => freeSpace.hasRoomFor((places.size + 1) * RESUME_MAX_BYTES)
  const count = (network: string) => countOf.get(network) ?? 0

  const leave = (place: Place) => {
    if (!places.delete(place)) return
    const left = count(place.network) - 1
    if (left === 0) countOf.delete(place.network)
    else countOf.set(place.network, left)
  }

  /** Lets the slowest of some uploads go; false where none of them can be. */
  const makeRoom = (mayGo: (place: Place, upload: Upload) => boolean): boolean => {
    let slowest: { place: Place; upload: Upload } | undefined
    for (const place of places) {
      const { upload } = place
      if (!upload?.isUnderWay || !mayGo(place, upload)) continue
      if (!slowest || rate(upload) < rate(slowest.upload)) slowest = { place, upload }
    }
    if (!slowest) return false
    // Its place is free at once, whatever its disk has left to do.
    leave(slowest.place)
    slowest.upload.letGo(slowerThanOthers())
    return true
  }

  return {
    isOpen,
    enter: async (address, upload) => {
      if (!(await isOpen())) throw unavailable()
      const network = clientNetwork(address)
      const own = count(network)
      if (own >= MOST_OF_ONE && !makeRoom((place, each) => place.network === network && isSlow(each))) {
        throw tooManyAtOnce()
      }
      const isFull = places.size >= MOST
      const isMadeRoom =
        !isFull ||
        makeRoom((place, each) => count(place.network) > own && isSlow(each)) ||
        makeRoom((place) => count(place.network) >= own + CROWD)
      if (!isMadeRoom) throw unavailable()
      const place = { network, upload }
      places.add(place)
      countOf.set(network, count(network) + 1)
      return { [Symbol.dispose]: () => leave(place) }
    },
  }
}

/** In bytes per millisecond. */
function rate({ bytes, age }: Upload): number {
  return (bytes + CREDIT_BYTES) / (age + CREDIT_MS)
}

/** Slower than one is credited to be: a newcomer is likely to be faster. */
function isSlow(upload: Upload): boolean {
  return upload.age >= YOUNG_MS && rate(upload) < CREDIT_BYTES / CREDIT_MS
}

function slowerThanOthers(): RequestError {
  const message =
    'So many forms are arriving that yours, which came slowly, was stopped. Please send it again in a minute.'
  return new RequestError('unavailable', message, { retryAfter: RETRY_AFTER_S })
}

function tooManyAtOnce(): RequestError {
  return new RequestError(
    'too_many_requests',
    'Too many uploads from your network at this moment. Please try again shortly.',
    { retryAfter: RETRY_AFTER_S },
  )
}
