import type { Entry, ZipFile } from 'yauzl'
import { isWholeDirectory } from './archive-directory.ts'
import { judgeContentTypes } from './content-types.ts'
import {
  type FileJudgement,
  HAS_EMBEDDED_FILE,
  HAS_MACROS,
  IS_PROTECTED,
  IS_TOO_LARGE_UNPACKED,
  NOT_A_RESUME,
} from './file-judgement.ts'
import { judgePart, UnpacksToTooMuch, unpackBudget } from './word-part.ts'

/** A Word file has some dozen parts; many more is not a resume. */
const MAX_ENTRIES = 500
const MEBIBYTE = 1024 * 1024
/** What the archive may say it becomes when unpacked: one part, and all of them. In bytes. */
const MAX_PART_BYTES = 100 * MEBIBYTE
const MAX_TOTAL_BYTES = 200 * MEBIBYTE
/** Below this no ratio is suspicious: a white picture packs a thousandfold. In bytes. */
const UNSUSPICIOUS_BYTES = 20 * MEBIBYTE
const MAX_RATIO = 100
/** Word's own has a few thousand bytes. */
const MAX_CONTENT_TYPES_BYTES = 256 * 1024
const CONTENT_TYPES = '[content_types].xml'
const LINK = 0o120000

/** Folders and names that Word gives to objects of other programs, and to active controls. */
const EMBEDDED_PART = /(^|\/)(embeddings|activex)\/./

/**
 * Judges a zip archive by its directory, and then its parts one after the other. What is unpacked of them has a bound,
 * and nothing is kept, so a bomb stays folded.
 */
export async function judgeArchive(path: string, size: number): Promise<FileJudgement> {
  // Only now, since most installations are idle and most resumes PDFs.
  const { openPromise: openZip } = await import('yauzl')
  let zip: ZipFile | undefined
  try {
    zip = await openZip(path, { lazyEntries: true, autoClose: false })
    return await judgeEntries(zip, path, size)
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) throw error
    if (error instanceof UnpacksToTooMuch) return IS_TOO_LARGE_UNPACKED
    // The library refuses a broken directory and unsafe names by throwing: such a file is no Word document.
    return NOT_A_RESUME
  } finally {
    zip?.close()
  }
}

async function judgeEntries(zip: ZipFile, path: string, size: number): Promise<FileJudgement> {
  if (zip.entryCount > MAX_ENTRIES) return NOT_A_RESUME
  const parts = new Map<string, Entry>()
  for await (const entry of zip.eachEntry()) {
    const name = partName(entry)
    if (parts.has(name) || !isPlainPart(entry) || !(await isWhereItSays(zip, entry))) return NOT_A_RESUME
    parts.set(name, entry)
  }
  const entries = [...parts.values()]
  if (entries.some((entry) => entry.isEncrypted())) return IS_PROTECTED
  if (isBomb(entries, size)) return IS_TOO_LARGE_UNPACKED
  if (overlap(entries) || !(await isWholeDirectory(path, size, zip, entries))) return NOT_A_RESUME
  return judgeParts(zip, parts)
}

/** Judges a Word document by what its parts are called, by the types they have, and then by what is in each. */
async function judgeParts(zip: ZipFile, parts: Map<string, Entry>): Promise<FileJudgement> {
  if ([...parts.keys()].some((name) => /(^|\/)vba(project|data)[^/]*$/.test(name))) return HAS_MACROS

  // Word on the web numbers the main part.
  const hasMainPart = [...parts.keys()].some((name) => /^word\/document\d*\.xml$/.test(name))
  const contentTypes = parts.get(CONTENT_TYPES)
  if (!hasMainPart || !contentTypes) return NOT_A_RESUME
  const judgement = judgeContentTypes(await readPart(zip, contentTypes))
  return judgement.kind ? ((await findProblem(zip, parts)) ?? judgement) : judgement
}

/** The first thing that speaks against a part; undefined when nothing does. */
async function findProblem(zip: ZipFile, parts: Map<string, Entry>): Promise<FileJudgement | undefined> {
  const budget = unpackBudget()
  for (const [name, entry] of parts) {
    if (EMBEDDED_PART.test(name)) return HAS_EMBEDDED_FILE
    const problem = await judgePart(zip, entry, name, budget)
    if (problem) return problem
  }
  return undefined
}

/** Two names that differ only in case are the same part to Word, and so is one with escapes (ECMA-376 part 2, 6.2.2). */
function partName({ fileName }: Entry): string {
  return fileName
    .replace(/%([2-7][0-9a-f])/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)))
    .toLowerCase()
}

/** Neither a link, nor a name with characters that nobody can see. Absolute and parent paths the library refuses. */
function isPlainPart(entry: Entry): boolean {
  const isLink = ((entry.externalFileAttributes >>> 16) & 0o170000) === LINK
  return !isLink && !/\p{C}/u.test(entry.fileName)
}

/** Programs that read an archive from its beginning must find what those find that read its directory. */
async function isWhereItSays(zip: ZipFile, entry: Entry): Promise<boolean> {
  const local = await zip.readLocalFileHeaderPromise(entry)
  return local.fileName.equals(entry.fileNameRaw)
}

function isBomb(entries: Entry[], size: number): boolean {
  const total = entries.reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (total > MAX_TOTAL_BYTES || entries.some((entry) => entry.uncompressedSize > MAX_PART_BYTES)) return true
  return total > UNSUSPICIOUS_BYTES && total > size * MAX_RATIO
}

/** Parts that share their bytes are how a small file holds many large ones. */
function overlap(entries: Entry[]): boolean {
  const inOrder = entries.toSorted((a, b) => a.relativeOffsetOfLocalHeader - b.relativeOffsetOfLocalHeader)
  return inOrder.some((entry, index) => {
    const next = inOrder[index + 1]
    const end = entry.relativeOffsetOfLocalHeader + entry.fileNameLength + entry.compressedSize
    return next !== undefined && end > next.relativeOffsetOfLocalHeader
  })
}

async function readPart(zip: ZipFile, entry: Entry): Promise<Buffer> {
  if (entry.uncompressedSize > MAX_CONTENT_TYPES_BYTES) throw new Error('the list of content types is too long')
  const chunks: Buffer[] = []
  // Ends with an error where the part turns out longer than it said.
  for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
