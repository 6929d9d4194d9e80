import { readFile } from 'node:fs/promises'
import type { Entry, ZipFile } from 'yauzl'
import { hasTooManyRelationships, validatePart, type XmlTotal } from './docx-part.ts'
import {
  type FileFault,
  type FileValidation,
  HAS_EMBEDDED_FILE,
  HAS_MACROS,
  IS_PROTECTED,
  IS_TOO_LARGE_UNPACKED,
  NOT_A_RESUME,
} from './file-validation.ts'
import { isWholeDirectory } from './zip-central-directory.ts'

/** A Word file has some dozen parts. */
const MAX_ENTRIES = 500
/** The longest of Word is shorter than a hundred. */
const MAX_NAME_BYTES = 1_000
const MEBIBYTE = 1024 * 1024
/** Unpacked sizes that the ZIP central directory may declare: of one part, and of all. In bytes. */
const MAX_PART_BYTES = 100 * MEBIBYTE
const MAX_TOTAL_BYTES = 200 * MEBIBYTE
/** Below this no ratio is suspicious: a white picture packs a thousandfold. In bytes. */
const UNSUSPICIOUS_BYTES = 20 * MEBIBYTE
const MAX_RATIO = 100
/** Word's own has a few thousand bytes. */
const MAX_CONTENT_TYPES_BYTES = 256 * 1024
const CONTENT_TYPES = '[content_types].xml'
const LINK = 0o120000

/** Folders in which Word keeps embedded objects and ActiveX controls. */
const EMBEDDED_PART = /(^|\/)(embeddings|activex)\/./

/** Content type of the main part of a Word document without macros (ECMA-376, part 1, section 11.3.10). */
const MAIN_PART = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml'

/**
 * Validates a DOCX container by its ZIP central directory, then part by part. The bytes unpacked have a bound and are not
 * kept, so a zip bomb stays small.
 */
export async function validateDocxContainer(path: string, size: number): Promise<FileValidation> {
  // Load the library on first use: most installations are idle and most resumes PDFs.
  const { fromBufferPromise: openZip } = await import('yauzl')
  let zip: ZipFile | undefined
  try {
    // Whole in memory: hundreds of small reads of the disk would take ten times as long.
    zip = await openZip(await readFile(path), { lazyEntries: true, autoClose: false })
    return await validateEntries(zip, path, size)
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error
    // The library throws for a broken directory and for unsafe names.
    return NOT_A_RESUME
  } finally {
    zip?.close()
  }
}

async function validateEntries(zip: ZipFile, path: string, size: number): Promise<FileValidation> {
  if (zip.entryCount > MAX_ENTRIES) return NOT_A_RESUME
  const parts = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const name = partName(entry)
    if (parts.has(name) || !isPlainPart(entry) || !(await matchesLocalHeader(zip, entry))) return NOT_A_RESUME
    parts.set(name, entry)
  }
  const entries = [...parts.values()]
  if (entries.some((entry) => entry.isEncrypted())) return IS_PROTECTED
  if (isZipBomb(entries, size)) return IS_TOO_LARGE_UNPACKED
  if (overlap(entries) || !(await isWholeDirectory(path, size, zip, entries))) return NOT_A_RESUME
  return validateParts(zip, parts)
}

/** Validates the names of the parts, then their content types, then the content of each. */
async function validateParts(zip: ZipFile, parts: Map<string, Entry>): Promise<FileValidation> {
  if ([...parts.keys()].some((name) => /(^|\/)vba(project|data)[^/]*$/.test(name))) return HAS_MACROS

  // Word on the web numbers the main part.
  const hasMainPart = [...parts.keys()].some((name) => /^word\/document\d*\.xml$/.test(name))
  const contentTypes = parts.get(CONTENT_TYPES)
  if (!hasMainPart || !contentTypes) return NOT_A_RESUME
  const validation = validateContentTypes(await readPart(zip, contentTypes))
  return validation.kind ? ((await findFault(zip, parts)) ?? validation) : validation
}

/** The first fault of any part; undefined without one. */
async function findFault(zip: ZipFile, parts: Map<string, Entry>): Promise<FileFault | undefined> {
  if ([...parts.keys()].some((name) => EMBEDDED_PART.test(name))) return HAS_EMBEDDED_FILE
  if (hasTooManyRelationships(parts)) return IS_TOO_LARGE_UNPACKED
  const total: XmlTotal = { bytes: 0, packedBytes: 0 }
  for (const [name, entry] of parts) {
    const fault = await validatePart(zip, entry, name, total)
    if (fault) return fault
  }
  return undefined
}

/** Validates `[Content_Types].xml`: programs go by it, whatever the names of the parts. */
function validateContentTypes(content: Buffer): FileValidation {
  const text = decodeXml(content)
  // Entities could spell a type that the expressions below do not match.
  if (/&|<!/.test(text)) return NOT_A_RESUME
  if (/macroEnabled|vbaProject/i.test(text)) return HAS_MACROS
  if (/activeX|oleObject|webextension/i.test(text)) return HAS_EMBEDDED_FILE
  return text.includes(`"${MAIN_PART}"`) || text.includes(`'${MAIN_PART}'`) ? { kind: 'docx' } : NOT_A_RESUME
}

function decodeXml(content: Buffer): string {
  if (content[0] === 0xff && content[1] === 0xfe) return content.toString('utf16le')
  if (content[0] === 0xfe && content[1] === 0xff) return new TextDecoder('utf-16be').decode(content)
  return content.toString('utf8')
}

/** Word compares names without case and with escapes resolved (ECMA-376 part 2, 6.2.2). */
function partName({ fileName }: Entry): string {
  return fileName
    .replace(/%([2-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .toLowerCase()
}

/** Neither a link, nor an endless name or one with invisible characters. The library refuses absolute and parent paths. */
function isPlainPart(entry: Entry): boolean {
  const isLink = ((entry.externalFileAttributes >>> 16) & 0o170000) === LINK
  return !isLink && entry.fileNameLength <= MAX_NAME_BYTES && !/\p{C}/u.test(entry.fileName)
}

/** Programs that read the local headers must find the same parts as programs that read the ZIP central directory. */
async function matchesLocalHeader(zip: ZipFile, entry: Entry): Promise<boolean> {
  const local = await zip.readLocalFileHeaderPromise(entry)
  return local.fileName.equals(entry.fileNameRaw)
}

function isZipBomb(entries: Entry[], size: number): boolean {
  const total = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (total > MAX_TOTAL_BYTES || entries.some((entry) => entry.uncompressedSize > MAX_PART_BYTES)) return true
  return total > UNSUSPICIOUS_BYTES && total > size * MAX_RATIO
}

/** Parts that share their bytes let a small file hold many large ones. */
function overlap(entries: Entry[]): boolean {
  const sorted = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  return sorted.some((entry, index) => {
    const next = sorted[index + 1]
    const end = entry.relativeOffsetOfLocalHeader + entry.fileNameLength + entry.compressedSize
    return next !== undefined && end > next.relativeOffsetOfLocalHeader
  })
}

async function readPart(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.uncompressedSize > MAX_CONTENT_TYPES_BYTES) throw new Error('the list of content types is too long')
  const chunks: Buffer[] = []
  // Throws when the part is longer than it declares.
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
