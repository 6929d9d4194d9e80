import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { setImmediate as yieldToOthers } from 'node:timers/promises'

/** The encodings of files that spreadsheets write. */
type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

const MARK_BYTES = 3

/**
 * The encoding of a text file: by its byte-order mark; without one UTF-8, where all of it is valid, and else Windows-1252, in which every
 * byte is a character.
 */
export async function encodingOf(path: string): Promise<Encoding> {
  const marked = markedEncoding(await readStart(path))
  if (marked) return marked
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) {
      decoder.decode(chunk as Buffer, { stream: true })
      await yieldToOthers()
    }
    decoder.decode()
    return 'utf-8'
  } catch (error) {
    if (error instanceof TypeError) return 'windows-1252'
    throw error
  }
}

/** The text of a file, in pieces, without a byte-order mark and without characters that no database stores. */
export async function* decodedText(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of createReadStream(path)) yield storable(decoder.decode(chunk as Buffer, { stream: true }))
  yield storable(decoder.decode())
}

function storable(text: string): string {
  return text.replaceAll('\0', '')
}

async function readStart(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(MARK_BYTES), 0, MARK_BYTES, 0)
  return buffer.subarray(0, bytesRead)
}

function markedEncoding(start: Buffer): Encoding | undefined {
  if (start.equals(Buffer.from([0xef, 0xbb, 0xbf]))) return 'utf-8'
  if (start[0] === 0xff && start[1] === 0xfe) return 'utf-16le'
  return start[0] === 0xfe && start[1] === 0xff ? 'utf-16be' : undefined
}
