import { fromBufferPromise } from 'yauzl'
import type { RawText } from './normalise-text.ts'

const MEBIBYTE = 1024 * 1024
/** Unpacked XML of a DOCX container that is read, in bytes: the parser needs many times as much memory. */
const MOST_XML_BYTES = 16 * MEBIBYTE

/**
 * Reads the text of a DOCX container.
 * @throws for a broken container, and for one whose parts are too long
 */
export async function readDocx(content: Uint8Array): Promise<RawText> {
  const buffer = Buffer.from(content.buffer, content.byteOffset, content.byteLength)
  await requireModestXml(buffer)
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.extractRawText({ buffer })
  // It ends each paragraph with an empty line.
  return { text: value.replaceAll('\n\n', '\n') }
}

/** Reads the text of a DOC file. @throws for a broken one */
export async function readDoc(content: Uint8Array): Promise<RawText> {
  const { loadWordExtractor } = await import('./bounded-word-extractor.ts')
  const WordExtractor = loadWordExtractor()
  const document = await new WordExtractor().extract(
    Buffer.from(content.buffer, content.byteOffset, content.byteLength),
  )
  const parts = [document.getHeaders(), document.getBody(), document.getTextboxes(), document.getFootnotes()]
  return { text: parts.filter(Boolean).join('\n\n') }
}

async function requireModestXml(buffer: Buffer): Promise<void> {
  const zip = await fromBufferPromise(buffer, { lazyEntries: true })
  let bytes = 0
  for await (const { fileName, uncompressedSize } of zip.eachEntry()) {
    if (/\.(xml|rels)$/i.test(fileName)) bytes += uncompressedSize
  }
  if (bytes > MOST_XML_BYTES) throw new Error(`The XML of this file unpacks to ${bytes} bytes.`)
}
