import { RESUME_MAX_BYTES } from '../../../contract/wire/limits.ts'
import { clientNetwork } from '../http/client-address.ts'
import type { IncomingBody } from '../http/connections/slow-bodies.ts'
import { RequestError, unavailable } from '../http/request-error.ts'
import type { DiskSpace } from './disk-space.ts'

/** Uploads at once, in all and of one network: each holds a connection and up to 10 MB of the disk. */
const MAX_UPLOADS = 200
const MAX_OF_NETWORK = 50
/** Further uploads for networks with few: one that has arrived cannot be aborted while it is written or waits to be checked. */
const RESERVED = 50
const FEW = 5
const RETRY_AFTER_S = 10

/** Added to each upload before its rate is computed, so that a new one is not the slowest: 64 kB in 5 s. */
const CREDIT_BYTES = 65_536
const CREDIT_MS = 5_000
/** The rate of a younger upload is not known yet. */
const YOUNG_MS = 2_000
/** A network with so many more uploads than another gives one up to it, even a fast one. */
const CROWD = 10

/** An upload under way, as far as the slots need to know it. */
type Upload = Pick<IncomingBody, 'age' | 'bytes' | 'isArriving' | 'abort'>

/** The uploads that this process accepts at once. */
export type UploadSlots = {
  /**
   * Takes a slot until it is disposed of. With all slots taken, the slowest upload is aborted (`docs/decisions/0036`), and
   * a network with few uploads gets one of the reserve (`docs/decisions/0099`).
   * @param upload null for a body that is complete already
   * @throws {RequestError} `unavailable` or `too_many_requests`
   */
  acquire(address: string, upload: Upload | null): Promise<Disposable>
  /** Whether the disk has room for one more upload. */
  hasDiskSpace(): Promise<boolean>
  /** Whether no upload is under way. */
  isIdle(): boolean
}

type Slot = { network: string; upload: Upload | null }

/** Limits the uploads of this process to what connections and disk can bear. */
export function createUploadSlots(diskSpace: DiskSpace): UploadSlots {
  const taken = new Set<Slot>()
  const countByNetwork = new Map<string, number>()
  const hasDiskSpace = () => diskSpace.hasRoomFor((taken.size + 1) * RESUME_MAX_BYTES)
  const count = (network: string) => countByNetwork.get(network) ?? 0

  const release = (slot: Slot) => {
    if (!taken.delete(slot)) return
    const remaining = count(slot.network) - 1
    if (remaining === 0) countByNetwork.delete(slot.network)
    else countByNetwork.set(slot.network, remaining)
  }

  /** Aborts the slowest of the uploads that match; false when none does. */
  const abortSlowest = (matches: (slot: Slot, upload: Upload) => boolean): boolean => {
    let slowest: { slot: Slot; upload: Upload } | undefined
    for (const slot of taken) {
      const { upload } = slot
      if (!upload?.isArriving || !matches(slot, upload)) continue
      if (!slowest || rate(upload) < rate(slowest.upload)) slowest = { slot, upload }
    }
    if (!slowest) return false
    // The slot is free at once, even while the disk still writes.
    release(slowest.slot)
    slowest.upload.abort(slowerThanOthers())
    return true
  }

  return {
    hasDiskSpace,
    isIdle: () => taken.size === 0,
    acquire: async (address, upload) => {
      if (!(await hasDiskSpace())) throw unavailable()
      const network = clientNetwork(address)
      const own = count(network)
      if (own >= MAX_OF_NETWORK && !abortSlowest((slot, each) => slot.network === network && isSlow(each))) {
        throw tooManyAtOnce()
      }
      const isFree =
        taken.size < MAX_UPLOADS ||
        abortSlowest((slot, each) => count(slot.network) > own && isSlow(each)) ||
        abortSlowest((slot) => count(slot.network) >= own + CROWD) ||
        (own < FEW && taken.size < MAX_UPLOADS + RESERVED)
      if (!isFree) throw unavailable()
      const slot = { network, upload }
      taken.add(slot)
      countByNetwork.set(network, count(network) + 1)
      return { [Symbol.dispose]: () => release(slot) }
    },
  }
}

/** In bytes per millisecond. */
function rate({ bytes, age }: Upload): number {
  return (bytes + CREDIT_BYTES) / (age + CREDIT_MS)
}

/** Slower than the credit: a new upload is likely to be faster. */
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
