import { Readable } from 'node:stream'
import { RESUME_MAX_BYTES } from '../../../contract/wire/limits.ts'
import { StoreFault } from './file-store.ts'

/** How long a store is waited for, in milliseconds. */
export type WaitLimits = {
  /** Until the next part is taken or comes. */
  silenceMs: number
  /** Until a request has its response, and again until the end of that, however steadily parts come. */
  exchangeMs: number
}

/** The `exchangeMs` of every store: 10 MB at 300 kbit/s. */
export const EXCHANGE_MS = 300_000

/**
 * Begins a request with a signal that ends it when the server is silent for too long, or takes too long in all.
 * @param begin resolves with the head of the response; calls `isAlive` whenever a part of the body was sent
 */
export async function beginDownload<Result>(
  begin: (signal: AbortSignal, isAlive: () => void) => Promise<Result>,
  { silenceMs, exchangeMs }: WaitLimits,
  signal: AbortSignal | null,
): Promise<Result> {
  const ends = new AbortController()
  const end = () => ends.abort(new DOMException('no response', 'TimeoutError'))
  const silence = setTimeout(end, silenceMs)
  const exchange = setTimeout(end, exchangeMs)
  try {
    return await begin(signal ? AbortSignal.any([ends.signal, signal]) : ends.signal, () => silence.refresh())
  } finally {
    clearTimeout(silence)
    clearTimeout(exchange)
  }
}

/**
 * Passes a download on, and ends it with a fault when no data arrives for a while although the reader waits, or when it
 * takes too long in all. What is longer than it can be is cut: its checksum then tells that it is not what was stored.
 * @param from the store, for the message of the fault
 * @param limits.mostBytes that are of use; a little more is passed on
 */
export function withLimits(source: Readable, from: string, limits: WaitLimits & { mostBytes?: number }): Readable {
  const content = Readable.from(timed(source, from, limits), { objectMode: false })
  // Before the first read the generator does not run, so it cannot clean up.
  return content.once('close', () => source.destroy())
}

async function* timed(
  source: Readable,
  from: string,
  { silenceMs, exchangeMs, mostBytes = RESUME_MAX_BYTES }: WaitLimits & { mostBytes?: number },
): AsyncGenerator<Buffer> {
  const parts = source[Symbol.asyncIterator]()
  const exchange = setTimeout(() => source.destroy(new Error('it took too long')), exchangeMs)
  let length = 0
  try {
    while (length <= mostBytes) {
      const silence = setTimeout(() => source.destroy(new Error('no more data came')), silenceMs)
      const { value, done } = await parts.next().finally(() => clearTimeout(silence))
      if (done) return
      length += value.length
      yield value
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new StoreFault(`The download from ${from} broke off (${code ?? message})`, { isPermanent: false })
  } finally {
    clearTimeout(exchange)
    source.destroy()
  }
}
