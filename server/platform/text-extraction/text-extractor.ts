import type { FastifyBaseLogger } from 'fastify'
import type { ResumeKind } from '../../../contract/applications/resume-kinds.ts'
import { createBoundedWorker, TimeLimitExceeded, type WorkerLimits, WorkerStopped } from '../bounded-worker.ts'
import type { ExtractionRequest } from './extract-text.ts'
import { type ExtractedText, withoutText } from './extracted-text.ts'

/**
 * What decides which text a file has. A start queues the stored texts of another version, those of files that failed too, to
 * be read again. A test compares the libraries with package.json.
 */
export const PARSER_VERSION = 'rules 6, unpdf 1.8.1, saxes 6.0.0, dingbat-to-unicode 1.0.2'

const LIMITS: WorkerLimits = { timeMs: 20_000, memoryMb: 128, idleMs: 30_000 }
/** Time for a first try, in milliseconds. */
const QUICK_MS = 5_000

/** A file took longer than a first try may. */
export class TooSlow extends Error {
  override name = 'TooSlow'
}

/** Reads the text of files in a worker thread. */
export type TextExtractor = {
  /**
   * Reads the text of one file; callers wait for each other.
   * @param content is handed to the worker and cannot be read afterwards
   * @param options.isQuick whether it is a first try, which may take a quarter of the time
   * @returns `failed` for a file that breaks the parser or exceeds a limit
   * @throws {TooSlow} when a first try takes too long
   * @throws {WorkerStopped} when the extractor is stopped meanwhile; the next start reads the text
   */
  extract(kind: ResumeKind, content: Uint8Array<ArrayBuffer>, options?: { isQuick?: boolean }): Promise<ExtractedText>
  /** Ends the worker. */
  stop(): Promise<void>
}

/** Makes an extractor; each worker starts with its first file. */
export function createTextExtractor(
  log: Pick<FastifyBaseLogger, 'warn'>,
  limits = LIMITS,
  quickMs = QUICK_MS,
): TextExtractor {
  const entry = new URL('./extract-text.ts', import.meta.url)
  const patient = createBoundedWorker<ExtractionRequest, ExtractedText>(entry, limits)
  const quick = createBoundedWorker<ExtractionRequest, ExtractedText>(entry, { ...limits, timeMs: quickMs })
  return {
    extract: async (kind, content, { isQuick = false } = {}) => {
      try {
        return await (isQuick ? quick : patient).run({ kind, content }, [content.buffer])
      } catch (error) {
        if (error instanceof WorkerStopped) throw error
        if (isQuick && error instanceof TimeLimitExceeded) throw new TooSlow('The file takes too long to read.')
        log.warn({ err: error, kind }, 'text not extracted: the worker was ended')
        return withoutText('failed')
      }
    },
    stop: async () => {
      await Promise.all([quick.stop(), patient.stop()])
    },
  }
}
