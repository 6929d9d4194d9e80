import type { Transform } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { customerPrefix } from './client-address.ts'
import { createCustomerPrefixBudget } from './customer-prefix-budget.ts'
import { freeChunk } from './free-chunk.ts'
import { RequestError } from './request-error.ts'

/** Long responses that this process unpacks at once for callers that read no gzip, in all and for one customer prefix. */
const MOST = 4
const MOST_OF_PREFIX = 2
const RETRY_AFTER_S = 5
/** For one of them, in milliseconds: 37 MB at 1 Mbit a second. A reader that takes longer leaves its slot to others. */
const MOST_MS = 300_000
/**
 * Looks at whether something was sent, and how many in a row may find nothing. Node counts whole pieces: a reader of
 * 35 kB a second takes one in that time, a quarter of the rate above suffices.
 */
const LOOKING_MS = 10_000
const MOST_IDLE_LOOKS = 3
/** Bytes that are unpacked at a time: in pieces of 256 kB a long response takes a third more of the main thread. */
const PIECE_BYTES = 1024 * 1024

/** What a megabyte counts for, in milliseconds: up to 2 of a core, of which at most 1 is of the main thread. */
const MEGABYTE_MS = 2

/** Some forty of the longest at once, then one a second. */
const budget = createCustomerPrefixBudget({
  mostMs: 2_000,
  perSecondMs: 50,
  reason: 'Too many long responses were sent to your network uncompressed; please accept gzip (Accept-Encoding).',
})
const underWay: { prefix: string }[] = []

/**
 * Takes a slot for unpacking, until the response has ended or its connection has closed. A response that is not read is
 * ended. One that waits for another on its connection gets none.
 * @param plainLength of the response, in bytes
 * @throws {RequestError} `unavailable` when all are taken; `too_many_requests` when the customer prefix has had too much of it
 */
export function acquireUnpacking({ ip }: FastifyRequest, { raw }: FastifyReply, plainLength: number): void {
  const slot = { prefix: customerPrefix(ip) }
  const own = underWay.filter(({ prefix }) => prefix === slot.prefix)
  if (underWay.length >= MOST || own.length >= MOST_OF_PREFIX) throw tooMany()
  // A caller that has gone while the response was made gets none: its slot would never become free. Node gives a response its
  // socket only once those before it are sent.
  if (raw.destroyed || !raw.socket) throw tooMany()
  budget.require(ip)
  budget.spend(ip, (plainLength / 1e6) * MEGABYTE_MS)
  underWay.push(slot)
  const end = setTimeout(() => raw.destroy(), MOST_MS).unref()
  const looking = endUnread(raw)
  raw.once('close', () => {
    clearTimeout(end)
    clearInterval(looking)
    underWay.splice(underWay.indexOf(slot), 1)
  })
}

/** Ends a response of which nothing is sent for long. Counts looks, not time, as a process that was paused has sent nothing. */
function endUnread(raw: FastifyReply['raw']): NodeJS.Timeout {
  let sent = 0
  let idleLooks = 0
  const look = () => {
    const { bytesWritten = 0, writableLength = 0 } = raw.socket ?? {}
    idleLooks = bytesWritten - writableLength === sent ? idleLooks + 1 : 0
    sent = bytesWritten - writableLength
    if (idleLooks >= MOST_IDLE_LOOKS) raw.destroy()
  }
  return setInterval(look, LOOKING_MS).unref()
}

/**
 * The plain body, unpacked only as fast as it is read.
 * @param reply to which alone it may be piped: each piece is freed once it has left. Left to the garbage collector, the
 * pieces take more of the main thread than sending them.
 */
export function unpack(body: Buffer, { raw }: FastifyReply): Transform {
  const unpacking = createGunzip({ chunkSize: PIECE_BYTES })
  let before: Buffer | undefined
  // Not by `on`, which would begin the reading before there is a reader.
  unpacking.prependListener('data', (piece: Buffer) => {
    if (before && raw.writableLength === 0) freeChunk(before)
    before = piece
  })
  unpacking.end(body)
  return unpacking
}

function tooMany(): RequestError {
  const message =
    'Too many long responses are being sent uncompressed. Please accept gzip (Accept-Encoding), or try again in a moment.'
  return new RequestError('unavailable', message, { retryAfter: RETRY_AFTER_S })
}
