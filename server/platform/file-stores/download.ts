import { Readable } from 'node:stream'
import { StoreFault } from './file-store.ts'

/**
 * Begins a request with a signal that ends it when the server is silent for too long. A timeout over the whole exchange
 * would also end a download that proceeds at a slow reader's pace.
 * @param begin resolves with the head of the response; calls `isAlive` whenever a part of the body was sent
 */
export async function beginDownload<Result>(
  begin: (signal: AbortSignal, isAlive: () => void) => Promise<Result>,
  limitMs: number,
  signal: AbortSignal | null,
): Promise<Result> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new DOMException('no response', 'TimeoutError')), limitMs)
  try {
    return await begin(signal ? AbortSignal.any([silence.signal, signal]) : silence.signal, () => timer.refresh())
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Passes a download on, and ends it with a fault when no data arrives for a while although the reader waits.
 * @param from the store, for the message of the fault
 */
export function withStallLimit(source: Readable, limitMs: number, from: string): Readable {
  const content = Readable.from(timed(source, limitMs, from), { objectMode: false })
  // Before the first read the generator does not run, so it cannot clean up.
  return content.once('close', () => source.destroy())
}

async function* timed(source: Readable, limitMs: number, from: string): AsyncGenerator<Buffer> {
  const parts = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const timer = setTimeout(() => source.destroy(new Error('no more data came')), limitMs)
      const { value, done } = await parts.next().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new StoreFault(`The download from ${from} broke off (${code ?? message})`, { isPermanent: false })
  } finally {
    source.destroy()
  }
}
