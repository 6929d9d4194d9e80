import { parentPort } from 'node:worker_threads'
import type { ResumeKind } from '../../../contract/applications/resume-kinds.ts'
import { extractText } from './extract-text.ts'

/** A file whose text is wanted. */
export type ExtractionRequest = { kind: ResumeKind; content: Uint8Array<ArrayBuffer> }

/** Entry of the worker thread of `text-extractor.ts`: one message in, one message out. */
parentPort?.on('message', async ({ kind, content }: ExtractionRequest) => {
  parentPort?.postMessage(await extractText(kind, content))
})
