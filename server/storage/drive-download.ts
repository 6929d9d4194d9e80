import { Readable } from 'node:stream'
import { CloudFault } from './cloud-store.ts'

/**
 * Begins a download with a signal that ends it when no answer comes. The time-out of ordinary requests would also end
 * one that goes on at a slow reader's pace.
 */
export async function beginDownload<Answer>(
  begin: (signal: AbortSignal) => Promise<Answer>,
  limitMs: number,
  signal: AbortSignal | null,
): Promise<Answer> {
  const silence = new AbortController()
  const timer = setTimeout(() => silence.abort(new DOMException('no answer', 'TimeoutError')), limitMs)
  try {
    return await begin(signal ? AbortSignal.any([silence.signal, signal]) : silence.signal)
  } finally {
    clearTimeout(timer)
  }
}

/** Passes a download on, and ends it with a fault when nothing comes for a while although the reader waits. */
export function withStallLimit(source: Readable, limitMs: number): Readable {
  const content = Readable.from(timed(source, limitMs), { objectMode: false })
  // Where nobody has begun to read, the generator does not run, and cannot clear up either.
  return content.once('close', () => source.destroy())
}

async function* timed(source: Readable, limitMs: number): AsyncGenerator<Buffer> {
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
    throw new CloudFault(`The download from Google broke off (${code ?? message})`, { isPermanent: false })
  } finally {
    source.destroy()
  }
}
