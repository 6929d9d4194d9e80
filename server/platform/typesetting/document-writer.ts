import { type BoundedWorker, createBoundedWorker, type WorkerLimits } from '../bounded-worker.ts'
import { createFairQueue } from '../http/fair-queue.ts'
import type { DocumentText, DrawnDocument } from './draw-document.ts'

/** The longest resume takes half a second and 60 MB. */
const LIMITS: WorkerLimits = { timeMs: 20_000, memoryMb: 192, idleMs: 30_000 }

/** Documents that wait: even the longest are drawn before a proxy or a browser gives up, after 60 s. */
const QUEUE = { of: 'forms', atOnce: 1, ofNetwork: 20, inAll: 80 } as const

/** Draws documents in a worker thread, one at a time; networks are served in turn. */
export type DocumentWriter = {
  /**
   * @param address of the sender
   * @param onDrawn gets the time that it took, in milliseconds, also of a text that cannot be drawn
   * @throws {RequestError} where too many documents wait
   * @throws when drawing fails, exceeds a limit or is stopped
   */
  draw(content: DocumentText, address: string, onDrawn?: (ms: number) => void): Promise<DrawnDocument>
  /** Ends the worker. */
  stop(): Promise<void>
}

type DrawingWorker = BoundedWorker<DocumentText, DrawnDocument>

/** Makes a writer; its worker starts with the first document. */
export function createDocumentWriter(worker: DrawingWorker = createDrawingWorker()): DocumentWriter {
  const queue = createFairQueue(QUEUE)
  return {
    draw: (content, address, onDrawn) =>
      queue.run(address, async () => {
        const begun = performance.now()
        return worker.run(content).finally(() => onDrawn?.(performance.now() - begun))
      }),
    stop: worker.stop,
  }
}

function createDrawingWorker(): DrawingWorker {
  return createBoundedWorker(new URL('./drawing-worker.ts', import.meta.url), LIMITS)
}
