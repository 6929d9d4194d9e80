import { createBoundedWorker, type WorkerLimits } from '../bounded-worker.ts'
import type { DocumentText, DrawnDocument } from './draw-document.ts'

/** The longest resume takes half a second and 60 MB. */
const LIMITS: WorkerLimits = { timeMs: 20_000, memoryMb: 192, idleMs: 30_000 }

/** Draws documents in a worker thread, one at a time. */
export type DocumentWriter = {
  /** @throws when drawing fails, exceeds a limit or is stopped */
  draw(content: DocumentText): Promise<DrawnDocument>
  /** Ends the worker. */
  stop(): Promise<void>
}

/** Makes a writer; its worker starts with the first document. */
export function createDocumentWriter(limits = LIMITS): DocumentWriter {
  const entry = new URL('./drawing-worker.ts', import.meta.url)
  const worker = createBoundedWorker<DocumentText, DrawnDocument>(entry, limits)
  return { draw: (content) => worker.run(content), stop: worker.stop }
}
