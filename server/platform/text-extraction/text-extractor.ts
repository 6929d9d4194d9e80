import type { FastifyBaseLogger } from 'fastify'
import type { ResumeKind } from '../../../contract/vocabulary.ts'
import { createBoundedWorker, type WorkerLimits, WorkerStopped } from '../bounded-worker.ts'
import { type ExtractedText, withoutText } from './extracted-text.ts'
import type { ExtractionRequest } from './extraction-worker.ts'

/**
 * What decides which text a file has. A stored text of another version is outdated; a file that failed is read again only
 * with another version. A test compares the libraries with package.json.
 */
export const PARSER_VERSION = 'rules 4, unpdf 1.8.1, mammoth 1.13.0, word-extractor 1.0.4'

const LIMITS: WorkerLimits = { timeMs: 20_000, memoryMb: 128, idleMs: 30_000 }

/** Reads the text of files in a worker thread. */
export type TextExtractor = {
  /**
   * Reads the text of one file; callers wait for each other.
   * @param content is handed to the worker and cannot be read afterwards
   * @returns `failed` for a file that breaks the parser or exceeds a limit
   * @throws {WorkerStopped} when the extractor is stopped meanwhile; the next start reads the text
   */
  extract(kind: ResumeKind, content: Uint8Array<ArrayBuffer>): Promise<ExtractedText>
  /** Ends the worker. */
  stop(): Promise<void>
}

/** Makes an extractor; its worker starts with the first file. */
export function createTextExtractor(log: Pick<FastifyBaseLogger, 'warn'>, limits = LIMITS): TextExtractor {
  const entry = new URL('./extraction-worker.ts', import.meta.url)
  const worker = createBoundedWorker<ExtractionRequest, ExtractedText>(entry, limits)
  return {
    extract: async (kind, content) => {
      try {
        return await worker.run({ kind, content }, [content.buffer])
      } catch (error) {
        if (error instanceof WorkerStopped) throw error
        log.warn({ err: error, kind }, 'text not extracted: the worker was ended')
        return withoutText('failed')
      }
    },
    stop: worker.stop,
  }
}
