import { Readable } from 'node:stream'
import { StoreFault } from './file-store.ts'

/**
 * Begins a call with a signal that ends it when the other side is silent for too long. The time-out of ordinary requests
 * would also end one that goes on at a slow reader's pace.
 * @param begin resolves with the beginning of the answer; calls `isAlive` whenever something has passed before
 */
export async function beginDownload<Answer>(
  begin: (signal: AbortSignal, isAlive: () => void) => Promise<Answer>,
  limitMs: number,
  signal: AbortSignal | null,
): Promise<Answer> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new DOMException('no answer', 'TimeoutError')), limitMs)
  try {
    return await begin(signal ? AbortSignal.any([silence.signal, signal]) : silence.signal, () => timer.refresh())
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Passes a download on, and ends it with a fault when nothing comes for a while although the reader waits.
 * @param from whose download it is, for the fault
 */
export function withStallLimit(source: Readable, limitMs: number, from: string): Readable {
  const content = Readable.from(timed(source, limitMs, from), { objectMode: false })
  // Where nobody has begun to read, the generator does not run, and cannot clear up either.
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
