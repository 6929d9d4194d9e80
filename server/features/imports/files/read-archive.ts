import type { Readable } from 'node:stream'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { IMPORT } from '../../../../contract/imports/import-limits.ts'
import { RESUME_MAX_BYTES, RESUME_MAX_TEXT } from '../../../../contract/wire/limits.ts'
import { createYielder } from '../../../platform/yielding.ts'
import { refused, tooMany } from '../plan/read-csv.ts'

/** A file of an archive. */
export type ArchivedFile = {
  /** Its path in the archive: what rows are matched with, and never a path on this machine. */
  name: string
  /** Why it is not read. */
  fault: string | null
  open(): Promise<Readable>
}

/** An archive that is open until it is disposed of. */
export type OpenArchive = Disposable & { files: ArchivedFile[] }

/** Resumes are packed to a third or so: what is packed more is no resume, and may be meant to fill the disk. */
const MOST_PACKED = 200
/** Smaller ones do no harm. In bytes. */
const FREE_BYTES = 1024 * 1024

/** What systems add to archives. */
const NO_RESUMES = /(?:^|\/)(?:__MACOSX\/|\.|Thumbs\.db$|desktop\.ini$)/i

/**
 * Opens a ZIP archive and lists its files. Nothing is unpacked, and what an archive says about its files is checked again when one is read.
 * @throws {RequestError} `invalid_request` for what is no archive, for paths that lead out of it, and beyond the limits
 */
export async function openArchive(path: string): Promise<OpenArchive> {
  const zip = await openPromise(path, { lazyEntries: true, autoClose: false }).catch(() => {
    throw refused('The archive of files is no ZIP archive, or is damaged. Pack the files again.')
  })
  // Errors of the file come with the promises too.
  zip.on('error', () => undefined)
  try {
    return { files: await listFiles(zip), [Symbol.dispose]: () => zip.close() }
  } catch (error) {
    zip.close()
    throw error
  }
}

async function listFiles(zip: ZipFile): Promise<ArchivedFile[]> {
  if (zip.entryCount > IMPORT.files) throw tooMany('files', IMPORT.files)
  const files: ArchivedFile[] = []
  const yielder = createYielder()
  let unpacked = 0
  try {
    for await (const entry of zip.eachEntry()) {
      if (yielder.isDue()) await yielder.yieldToOthers()
      if (entry.fileName.endsWith('/') || NO_RESUMES.test(entry.fileName)) continue
      unpacked += entry.uncompressedSize
      files.push({ name: entry.fileName, fault: faultOf(entry), open: () => zip.openReadStreamPromise(entry) })
    }
  } catch (error) {
    throw refused(
      `The archive of files cannot be read: ${error instanceof Error ? error.message : 'unknown'}. Pack it again.`,
    )
  }
  if (unpacked > FREE_BYTES && unpacked > zip.fileSize * MOST_PACKED)
    throw refused('The archive says that its files are many times larger than it is. Pack the files again.')
  return files
}

function faultOf(entry: Entry): string | null {
  if (entry.isEncrypted()) return 'The file is encrypted. Pack it without a password.'
  if (!entry.canDecodeFileData()) return 'The file is packed in a way that is not read. Pack it again.'
  if (entry.uncompressedSize > RESUME_MAX_BYTES) return `The file is larger than ${RESUME_MAX_TEXT}.`
  const isHostile = entry.uncompressedSize > FREE_BYTES && entry.uncompressedSize > entry.compressedSize * MOST_PACKED
  return isHostile ? 'The file is packed far more than a resume can be.' : null
}
