import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import type { ZipFile } from 'yazl'

/** A ZIP archive while it is written. */
export type ZipWriter = {
  /** Whether its reader is gone: nothing more is to be added. */
  isGone(): boolean
  /**
   * Adds a text. Resolves once the reader has taken it, or is gone: who adds many waits for some of them, so that they are not all in
   * memory.
   * @param name with folders parted by `/`
   */
  addText(name: string, text: string): Promise<void>
  /**
   * Adds a file without compression: documents are compressed already. Resolves once the reader has taken it, so that one file is
   * open at a time.
   * @param file.size in bytes
   * @throws when it cannot be read to its end
   */
  addFile(name: string, file: { content: Readable; size: number }): Promise<void>
}

/**
 * Makes a ZIP archive that is written while it is read.
 * @param add adds everything; a fault of it ends the stream early with an error
 */
export async function zipStream(now: () => Date, add: (zip: ZipWriter) => Promise<void>): Promise<Readable> {
  const { ZipFile } = await import('yazl')
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  const closing = new AbortController()
  output.once('close', () => closing.abort())
  zip.on('error', (error) => output.destroy(error))
  add(writerOf(zip, now, closing.signal)).then(
    () => zip.end(),
    (error) => output.destroy(error),
  )
  return output
}

function writerOf(zip: ZipFile, now: () => Date, signal: AbortSignal): ZipWriter {
  return {
    isGone: () => signal.aborted,
    addText: async (name, text) => {
      const content = Readable.from([Buffer.from(text)])
      zip.addReadStream(content, name, { mtime: now() })
      await finished(content, { signal }).catch(() => undefined)
    },
    addFile: async (name, { content, size }) => {
      zip.addReadStream(content, name, { compress: false, size, mtime: now() })
      await finished(content, { signal }).catch((error) => {
        content.destroy()
        throw error
      })
    },
  }
}
