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
/** XML of all parts together, unpacked; that of a long resume has some hundred thousand bytes. */
const MAX_XML_BYTES = 8 * MEBIBYTE
/** Below this no ratio is suspicious. What word processors write packs three to six times. In bytes. */
const UNSUSPICIOUS_BYTES = MEBIBYTE
const MAX_RATIO = 100
/** The kind of a part shows in its first bytes; a first chunk may have fewer. */
const HEAD_BYTES = 256
/** Longer than any match, so that one across two chunks is found. In bytes. */
const OVERLAP_BYTES = 1024

/** The XML of one container so far, as its parts declare it; unpacking fails where a part is longer. In bytes. */
export type XmlTotal = { bytes: number; packedBytes: number }

/** Whether a part tells what others lead to. @param name in lower case */
const isRelationships = (name: string) => name.includes('.rels')

/** Whether the parts that are relationships are too large together. Names are in lower case. */
export function hasTooManyRelationships(parts: Map<string, Entry>): boolean {
  const bytes = [...parts].reduce((sum, [name, entry]) => sum + (isRelationships(name) ? entry.uncompressedSize : 0), 0)
  return bytes > MAX_RELATIONSHIPS_BYTES
}

/**
 * Unpacks and validates one part if it is XML; of a picture, only the first bytes. What would be too large is not unpacked.
 * @param name of the part, in lower case
 * @param total of the container, to which the part is added
 * @returns the first fault; undefined without one
 * @throws when the part is longer than it declares
 */
export async function validatePart(
  zip: ZipFile,
  entry: Entry,
  name: string,
  total: XmlTotal,
): Promise<FileFault | undefined> {
  // Relationships are small and parsed in one piece.
  const leastBytes = isRelationships(name) ? Number.POSITIVE_INFINITY : HEAD_BYTES
  let isHead = true
  for await (const text of windows(await zip.openReadStreamPromise(entry), leastBytes)) {
    if (isHead && kindOf(text, name) === 'other') return undefined
    const fault = (isHead && findHeadFault(text, name, exceeds(total, entry))) || (await findFault(text, name))
    if (fault) return fault
    isHead = false
  }
  return undefined
}

function findHeadFault(text: string, name: string, isTooLarge: boolean): FileFault | undefined {
  if (kindOf(text, name) === 'hidden') return NOT_A_RESUME
  return isTooLarge ? IS_TOO_LARGE_UNPACKED : undefined
}

async function findFault(text: string, name: string): Promise<FileFault | undefined> {
  return isRelationships(name) ? validateRelationships(fromUtf8(text)) : findMarkupFault(text)
}

/** Adds a part of XML, and says whether there is too much. */
function exceeds(total: XmlTotal, { uncompressedSize, compressedSize }: Entry): boolean {
  total.bytes += uncompressedSize
  total.packedBytes += compressedSize
  return isTooMuchXml(total)
}

/** Whether XML of one container is more than is read of any, or is packed more than word processors can. */
export function isTooMuchXml({ bytes, packedBytes }: XmlTotal): boolean {
  return bytes > MAX_XML_BYTES || (bytes > UNSUSPICIOUS_BYTES && bytes > packedBytes * MAX_RATIO)
}

/**
 * Yields a content in pieces, each with the end of the one before. One character stands for each byte, since every match is
 * ASCII.
 * @param leastBytes of the first piece, unless the content is shorter
 */
async function* windows(content: AsyncIterable<Buffer>, leastBytes: number) {
  let text = ''
  let isYielded = false
  for await (const chunk of content) {
    text += chunk.toString('latin1')
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
/** What each of them ends with: searched for first, in a tenth of the time. */
const LOADING_NAME = /(altChunk|OLEObject|subDoc)[\s/>]/
/** No word processor writes a name of this length; it could hide one of those elements. */
const ENDLESS_NAME = /<[^\s<>/:]{201}/
/** A picture outside the file; `r:embed` names one inside. */
const LINKED_PICTURE = /:link\s*=\s*["']/
/** No word processor writes so much blank around the sign; it could hide such a picture. */
const ENDLESS_BLANK = /:link([ \t\r\n]{100}|[ \t\r\n]{0,99}=[ \t\r\n]{100})/

/**
 * Finds entities, and the elements and the attribute that load a relationship's target: some programs follow it whatever
 * its type. The text of a document cannot contain `<`.
 */
function findMarkupFault(text: string): FileFault | undefined {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return HAS_DOCTYPE
  if (LOADING_NAME.test(text) && LOADING_ELEMENT.test(text)) return HAS_EMBEDDED_FILE
  if (LINKED_PICTURE.test(text) || ENDLESS_BLANK.test(text)) return HAS_REMOTE_CONTENT
  return ENDLESS_NAME.test(text) ? NOT_A_RESUME : undefined
}
