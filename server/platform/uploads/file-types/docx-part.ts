import type { Entry, ZipFile } from 'yauzl'
import { validateRelationships } from './docx-relationships.ts'
import {
  type FileFault,
  HAS_DOCTYPE,
  HAS_EMBEDDED_FILE,
  HAS_REMOTE_CONTENT,
  IS_TOO_LARGE_UNPACKED,
  NOT_A_RESUME,
} from './file-validation.ts'

const MEBIBYTE = 1024 * 1024
/** The relationships of all parts together: some thousand links. In bytes. */
const MAX_RELATIONSHIPS_BYTES = MEBIBYTE / 2
/** Unpacked bytes of all parts together; the text of a long resume has some hundred thousand. */
const MAX_UNPACKED_BYTES = 20 * MEBIBYTE
/** The kind of a part shows in its first bytes; a first chunk may have fewer. */
const HEAD_BYTES = 256
/** Longer than any match, so that one across two chunks is found. In bytes. */
const OVERLAP_BYTES = 1024

/** The container unpacks to more than {@link MAX_UNPACKED_BYTES}. */
export class UnpackedTooLarge extends Error {}

/** How much of one container may still be unpacked, in bytes. */
export type UnpackBudget = { bytesLeft: number; relationshipBytesLeft: number }

/** The budget of one container. */
export function unpackBudget(): UnpackBudget {
  return { bytesLeft: MAX_UNPACKED_BYTES, relationshipBytesLeft: MAX_RELATIONSHIPS_BYTES }
}

/**
 * Unpacks and validates one part if it is XML; of a picture, only the first bytes.
 * @param name of the part, in lower case
 * @returns the first fault; undefined without one
 * @throws {UnpackedTooLarge} once the budget is used up; another error when the part is longer than it declares
 */
export async function validatePart(
  zip: ZipFile,
  entry: Entry,
  name: string,
  budget: UnpackBudget,
): Promise<FileFault | undefined> {
  const isRelationships = name.includes('.rels')
  // Relationships are small and parsed in one piece.
  const reading = {
    leastBytes: isRelationships ? Number.POSITIVE_INFINITY : HEAD_BYTES,
    isBlankCollapsed: !isRelationships,
  }
  if (isRelationships) budget.relationshipBytesLeft -= entry.uncompressedSize
  if (budget.relationshipBytesLeft < 0) return IS_TOO_LARGE_UNPACKED
  let kind: PartKind | undefined
  for await (const text of windows(await zip.openReadStreamPromise(entry), reading, budget)) {
    kind ??= kindOf(text, name)
    if (kind === 'other') return undefined
    if (kind === 'hidden') return NOT_A_RESUME
    const fault = isRelationships ? await validateRelationships(fromUtf8(text)) : findMarkupFault(text)
    if (fault) return fault
  }
  return undefined
}

/**
 * Yields a content in pieces, each with the end of the one before. One character stands for each byte, since every match is
 * ASCII.
 * @param options.leastBytes of the first piece, unless the content is shorter
 * @param options.isBlankCollapsed whether one blank replaces any number
 */
async function* windows(
  content: AsyncIterable<Buffer>,
  { leastBytes, isBlankCollapsed }: { leastBytes: number; isBlankCollapsed: boolean },
  budget: UnpackBudget,
) {
  let text = ''
  let isYielded = false
  for await (const chunk of content) {
    budget.bytesLeft -= chunk.length
    if (budget.bytesLeft < 0) throw new UnpackedTooLarge()
    text += chunk.toString('latin1')
    // Keeps a name and its `=` in one piece, however much blank is between them.
    if (isBlankCollapsed) text = text.replaceAll(/[ \t\r\n]+/g, ' ')
    if (!isYielded && text.length < leastBytes) continue
    yield text
    isYielded = true
    text = text.slice(-OVERLAP_BYTES)
  }
  if (!isYielded && text !== '') yield text
}

function fromUtf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

type PartKind = 'xml' | 'other' | 'hidden'

/**
 * The kind of a part by its first bytes: a part of any name may be XML. Word processors write UTF-8; another encoding could
 * hide a match.
 */
function kindOf(text: string, name: string): PartKind {
  const head = text.slice(0, HEAD_BYTES)
  if (/^(\xef\xbb\xbf)?\s*</.test(head) && !head.includes('\0')) {
    // A longer declaration could name its encoding beyond the head.
    if (/^\S{0,3}<\?xml/.test(head) && !head.includes('?>')) return 'hidden'
    const encoding = /^\S{0,3}<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/.exec(head)?.[1] ?? 'utf-8'
    return /^(utf-?8|us-ascii)$/i.test(encoding) ? 'xml' : 'hidden'
  }
  const isUtf16 = /^(\xff\xfe|\xfe\xff|\0*<\0)/.test(head)
  return isUtf16 || /\.(xml|vml|rels)/.test(name) ? 'hidden' : 'other'
}

/** An element that loads a relationship's target: another document, an object, a subdocument. */
const LOADING_ELEMENT = /<([^\s<>/:]{0,200}:)?(altChunk|OLEObject|subDoc)[\s/>]/
/** No word processor writes a name of this length; it could hide one of those elements. */
const ENDLESS_NAME = /<[^\s<>/:]{201}/

/**
 * Finds entities, and the elements and the attribute that load a relationship's target: some programs follow it whatever
 * its type. The text of a document cannot contain `<`.
 */
function findMarkupFault(text: string): FileFault | undefined {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return HAS_DOCTYPE
  if (LOADING_ELEMENT.test(text)) return HAS_EMBEDDED_FILE
  // A picture outside the file; `r:embed` names one inside.
  if (/:link\s*=\s*["']/.test(text)) return HAS_REMOTE_CONTENT
  return ENDLESS_NAME.test(text) ? NOT_A_RESUME : undefined
}
