import { parentPort } from 'node:worker_threads'
import type { ResumeKind } from '../../../contract/applications/resume-kinds.ts'
import { type ExtractedText, withoutText } from './extracted-text.ts'
import { LONGEST_TEXT, normaliseText, type RawText } from './normalise-text.ts'

type Parser = (content: Uint8Array) => RawText | Promise<RawText>

/** Each parser is loaded when the first file of its kind comes. */
const PARSERS: Record<ResumeKind, () => Promise<Parser>> = {
  pdf: async () => (await import('./read-pdf.ts')).readPdf,
  docx: async () => (await import('./read-docx.ts')).readDocx,
  doc: async () => (await import('./read-doc.ts')).readDoc,
  txt: async () => decodeText,
}

/** A file whose text is wanted. */
export type ExtractionRequest = { kind: ResumeKind; content: Uint8Array<ArrayBuffer> }

// This is the entry of the worker thread of `text-extractor.ts`: one message in, one message out.
parentPort?.on('message', async ({ kind, content }: ExtractionRequest) => {
  parentPort?.postMessage(await extractText(kind, content))
})

/** Takes as much time and memory as the file demands: only a worker with limits calls it. */
async function extractText(kind: ResumeKind, content: Uint8Array): Promise<ExtractedText> {
  const parse = await PARSERS[kind]()
  const raw = await Promise.resolve(content)
    .then(parse)
    .catch(() => 'failed' as const)
  if (typeof raw === 'string') return withoutText(raw)
  const { text, isTruncated } = normaliseText(raw.text)
  const pages = raw.pages ?? null
  if (text === '') return withoutText('empty', pages)
  return { state: 'extracted', text, pages, isTruncated: isTruncated || raw.isTruncated === true }
}

/** Text is UTF-8 or UTF-16 by its mark; bytes that are no UTF-8 are of an older Windows program. */
function decodeText(content: Uint8Array): RawText {
  const isUtf16 = (content[0] === 0xff && content[1] === 0xfe) || (content[0] === 0xfe && content[1] === 0xff)
  const encoding = isUtf16 ? (content[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8'
  // A character has at most four bytes.
  const part = content.subarray(0, 4 * LONGEST_TEXT)
  const isTruncated = part.length < content.length
  const text = new TextDecoder(encoding).decode(part, { stream: isTruncated })
  const isLegacy = encoding === 'utf-8' && text.includes('\ufffd')
  return { text: isLegacy ? new TextDecoder('windows-1252').decode(part) : text, isTruncated }
}
