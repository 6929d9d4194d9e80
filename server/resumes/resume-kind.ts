import { open } from 'node:fs/promises'
import { openPromise as openZip } from 'yauzl'
import type { ResumeKind } from '../../contract/vocabulary.ts'
import type { StagedFile } from './resume-store.ts'

const COMPOUND_FILE_SIGNATURE = Buffer.from('d0cf11e0a1b11ae1', 'hex')
/** Directory name of the stream that makes a compound file a Word document. */
const WORD_STREAM = Buffer.from('WordDocument', 'utf16le')
const ZIP_SIGNATURE = Buffer.from('PK\x03\x04')
/** A Word file has some dozen parts; many more is not a resume. */
const MAX_ZIP_ENTRIES = 2_000
const CHUNK = 1 << 16

/**
 * Tells what a file is by what is in it; its name and declared type are not looked at.
 * @returns undefined when it is none of the kinds a resume may have
 */
export async function detectResumeKind({ path, head, tail }: StagedFile): Promise<ResumeKind | undefined> {
  const startsLikePdf = head.includes('%PDF-')
  if (startsLikePdf) return tail.includes('%%EOF') ? 'pdf' : undefined
  if (startsWith(head, COMPOUND_FILE_SIGNATURE)) return (await contains(path, WORD_STREAM)) ? 'doc' : undefined
  if (startsWith(head, ZIP_SIGNATURE)) return (await isWordArchive(path)) ? 'docx' : undefined
  return (await isPlainText(path)) ? 'txt' : undefined
}

function startsWith(head: Buffer, signature: Buffer): boolean {
  return head.subarray(0, signature.length).equals(signature)
}

async function contains(path: string, wanted: Buffer): Promise<boolean> {
  let carried = Buffer.alloc(0)
  for await (const chunk of chunksOf(path)) {
    const searched = Buffer.concat([carried, chunk])
    if (searched.includes(wanted)) return true
    carried = searched.subarray(-wanted.length)
  }
  return false
}

/** Reads only the directory of the archive: nothing is inflated, so a bomb stays folded. */
async function isWordArchive(path: string): Promise<boolean> {
  try {
    const zip = await openZip(path, { lazyEntries: true, autoClose: true })
    if (zip.entryCount > MAX_ZIP_ENTRIES) {
      zip.close()
      return false
    }
    const names = new Set<string>()
    for await (const entry of zip.eachEntry()) names.add(entry.fileName)
    // Word on the web numbers the main part.
    const hasMainPart = [...names].some((name) => /^word\/document\d*\.xml$/.test(name))
    return hasMainPart && names.has('[Content_Types].xml') && !names.has('word/vbaProject.bin')
  } catch {
    // The library refuses a broken directory and unsafe names by throwing: such a file is no Word document.
    return false
  }
}

/** Text has no control characters but line ends, tabs and form feeds; any 8-bit encoding may carry its letters. */
async function isPlainText(path: string): Promise<boolean> {
  for await (const chunk of chunksOf(path)) {
    if (chunk.some((byte) => byte < 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0c && byte !== 0x0d))
      return false
  }
  return true
}

async function* chunksOf(path: string): AsyncGenerator<Buffer> {
  await using file = await open(path)
  const buffer = Buffer.alloc(CHUNK)
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, CHUNK)
    if (bytesRead === 0) return
    yield buffer.subarray(0, bytesRead)
  }
}
