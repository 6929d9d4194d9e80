import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { FastifyBaseLogger } from 'fastify'
import type { ResumeKind } from '../../../contract/vocabulary.ts'
import { type ExtractedText, withoutText } from './extracted-text.ts'
import type { ExtractionRequest } from './extraction-worker.ts'

/**
 * What decides which text a file has. A stored text of another version is outdated; a file that failed is read again only
 * with another version. A test compares the libraries with package.json.
 */
export const PARSER_VERSION = 'rules 3, unpdf 1.8.1, mammoth 1.13.0, word-extractor 1.0.4'

/** Limits of one extraction. Memory is what JavaScript may hold, and as much again in buffers beside it. */
export type ExtractionLimits = { timeMs: number; memoryMb: number; idleMs: number }

const LIMITS: ExtractionLimits = { timeMs: 20_000, memoryMb: 128, idleMs: 30_000 }
const MEGABYTE = 1e6
/** A buffer grows by some 30 MB between two looks. In milliseconds. */
const WATCH_MS = 50

/** Reads the text of files in a worker thread. */
export type TextExtractor = {
  /**
   * Reads the text of one file; callers wait for each other.
   * @param content is handed to the worker and cannot be read afterwards
   * @returns `failed` for a file that breaks the parser or exceeds a limit
   * @throws {ExtractionStopped} when the extractor is stopped meanwhile
   */
  extract(kind: ResumeKind, content: Uint8Array<ArrayBuffer>): Promise<ExtractedText>
  /** Ends the worker. */
  stop(): Promise<void>
}

/** The process ends before the text is read; the next start reads it. */
export class ExtractionStopped extends Error {
  override name = 'ExtractionStopped'
  override message = 'The server stopped before the text was read.'
}

/**
 * The worker starts with the first file and ends when none has come for a while. A file that exhausts time or memory ends
 * its worker, and the next file gets a new one.
 */
export function createTextExtractor(
  log: Pick<FastifyBaseLogger, 'warn'>,
  { timeMs, memoryMb, idleMs }: ExtractionLimits = LIMITS,
): TextExtractor {
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let isStopped = false

  const end = async () => {
    clearTimeout(idle)
    const ended = worker
    worker = undefined
    await ended?.terminate()
  }

  const extract = async (kind: ResumeKind, content: Uint8Array<ArrayBuffer>): Promise<ExtractedText> => {
    if (isStopped) throw new ExtractionStopped()
    clearTimeout(idle)
    worker ??= startWorker(memoryMb)
    try {
      return await readIn(worker, { kind, content }, { timeMs, memoryMb })
    } catch (error) {
      await end()
      if (isStopped) throw new ExtractionStopped()
      log.warn({ err: error, kind }, 'text not extracted: the worker was ended')
      return withoutText('failed')
    } finally {
      idle = setTimeout(end, idleMs).unref()
    }
  }

  return {
    extract: (kind, content) => {
      const result = turn.then(() => extract(kind, content))
      turn = result.catch(() => undefined)
      return result
    },
    stop: async () => {
      isStopped = true
      await end()
    },
  }
}

function startWorker(memoryMb: number): Worker {
  const worker = new Worker(new URL('./extraction-worker.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    // A parser that is taken over finds no secrets there.
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
  })
  // An idle worker may fail too; the next file then fails with it and ends it.
  worker.on('error', () => undefined)
  worker.unref()
  return worker
}

/** @throws when the worker fails or ends, or exceeds its limits */
async function readIn(
  worker: Worker,
  request: ExtractionRequest,
  { timeMs, memoryMb }: Pick<ExtractionLimits, 'timeMs' | 'memoryMb'>,
): Promise<ExtractedText> {
  const over = new AbortController()
  const timer = setTimeout(() => over.abort(new Error(`It took longer than ${timeMs} ms.`)), timeMs)
  const watch = setInterval(async () => {
    // Heap limits leave out buffers, in which a PDF unpacks its streams. This interrupts even an endless loop.
    const statistics = await worker.getHeapStatistics().catch(() => undefined)
    const megabytes = (statistics?.external_memory ?? 0) / MEGABYTE
    if (megabytes > memoryMb) over.abort(new Error(`It took ${megabytes.toFixed(0)} MB of buffers.`))
  }, WATCH_MS)
  try {
    const exit = once(worker, 'exit', { signal: over.signal }).then(() => {
      throw new Error('The worker has ended.')
    })
    const response = once(worker, 'message', { signal: over.signal })
    worker.postMessage(request, [request.content.buffer])
    const [text] = await Promise.race([response, exit])
    return text
  } catch (error) {
    throw over.signal.aborted ? over.signal.reason : error
  } finally {
    clearTimeout(timer)
    clearInterval(watch)
    over.abort()
  }
}
