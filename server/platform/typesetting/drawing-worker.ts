import { parentPort } from 'node:worker_threads'
import { type DocumentText, drawDocument } from './draw-document.ts'

/** Entry of the worker thread of `document-writer.ts`: one message in, one message out. */
parentPort?.on('message', async (content: DocumentText) => {
  const drawn = await drawDocument(content)
  parentPort?.postMessage(drawn, 'pdf' in drawn ? [drawn.pdf.buffer] : [])
})
