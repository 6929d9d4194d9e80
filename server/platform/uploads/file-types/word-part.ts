import type { Entry, ZipFile } from 'yauzl'
import { giveBack } from '../../http/give-back.ts'
import {
  type FileJudgement,
  HAS_DOCTYPE,
  HAS_EMBEDDED_FILE,
  HAS_REMOTE_CONTENT,
  IS_TOO_LARGE_UNPACKED,
  NOT_A_RESUME,
} from './file-judgement.ts'
import { judgeRelationships } from './word-relationships.ts'

const MEBIBYTE = 1024 * 1024
/** The relationships of all parts together: some thousand links. In bytes. */
const MAX_RELATIONSHIPS_BYTES = MEBIBYTE / 2
/** What is unpacked of all parts together; the text of a long resume has some hundred thousand bytes. */
const MAX_UNPACKED_BYTES = 20 * MEBIBYTE
/** By so much a part shows what it is, in bytes; fewer may arrive first. */
const HEAD_BYTES = 256
/** Longer than what is looked for, so that it is also found where two chunks meet. In bytes. */
const OVERLAP_BYTES = 1024

/** An archive becomes more than a resume is. */
export class UnpacksToTooMuch extends Error {}

/** What may still be unpacked of one archive, in bytes. */
export type UnpackBudget = { bytesLeft: number; relationshipBytesLeft: number }

/** The budget of one archive. */
export function unpackBudget(): UnpackBudget {
  return { bytesLeft: MAX_UNPACKED_BYTES, relationshipBytesLeft: MAX_RELATIONSHIPS_BYTES }
}

/**
 * Unpacks one part and judges it where it is XML; of a picture, only the first bytes.
 * @param name of the part, in lower case
 * @returns undefined when there is nothing against it
 * @throws {UnpacksToTooMuch} once the budget is used up; another error when it turns out longer than the archive says
 */
export async function judgePart(
  zip: ZipFile,
  entry: Entry,
  name: string,
  budget: UnpackBudget,
): Promise<FileJudgement | undefined> {
  const isRelationships = name.includes('.rels')
  // Relationships are small, and judged in one piece.
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
    const problem = isRelationships ? await judgeRelationships(fromUtf8(text)) : judgeMarkup(text)
    if (problem) return problem
  }
  return undefined
}

/**
 * A content piece by piece, each with the end of the one before. One character stands for each byte, since what is looked
 * for is ASCII.
 * @param options.leastBytes of the first piece, where there are as many
 * @param options.isBlankCollapsed whether one blank stands for any number
 */
async function* windows(
  content: AsyncIterable<Buffer>,
  { leastBytes, isBlankCollapsed }: { leastBytes: number; isBlankCollapsed: boolean },
  budget: UnpackBudget,
) {
  let text = ''
  let isShown = false
  for await (const chunk of content) {
    budget.bytesLeft -= chunk.length
    if (budget.bytesLeft < 0) throw new UnpacksToTooMuch()
    text += chunk.toString('latin1')
    giveBack(chunk)
    // However much blank there is between a name and its sign, both are in one piece then.
    if (isBlankCollapsed) text = text.replaceAll(/[ \t\r\n]+/g, ' ')
    if (!isShown && text.length < leastBytes) continue
    yield text
    isShown = true
    text = text.slice(-OVERLAP_BYTES)
  }
  if (!isShown && text !== '') yield text
}

function fromUtf8(bytes: string): string {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

type PartKind = 'xml' | 'other' | 'hidden'

/**
 * Tells a part by its beginning: any may be XML, whatever it is called. Every word processor writes UTF-8; in another
 * encoding, what is looked for could hide.
 */
function kindOf(text: string, name: string): PartKind {
  const head = text.slice(0, HEAD_BYTES)
  if (/^(\xef\xbb\xbf)?\s*</.test(head) && !head.includes('\0')) {
    // A declaration longer than that could name its encoding behind it.
    if (/^\S{0,3}<\?xml/.test(head) && !head.includes('?>')) return 'hidden'
    const encoding = /^\S{0,3}<\?xml[^>]*?encoding\s*=\s*["']([^"']*)/.exec(head)?.[1] ?? 'utf-8'
    return /^(utf-?8|us-ascii)$/i.test(encoding) ? 'xml' : 'hidden'
  }
  const isUtf16 = /^(\xff\xfe|\xfe\xff|\0*<\0)/.test(head)
  return isUtf16 || /\.(xml|vml|rels)/.test(name) ? 'hidden' : 'other'
}

/** An element that loads something by a relationship: another document, an object, a part of a book. */
const LOADING_ELEMENT = /<([^\s<>/:]{0,200}:)?(altChunk|OLEObject|subDoc)[\s/>]/
/** No word processor writes a name of this length; it could hide one of those. */
const ENDLESS_NAME = /<[^\s<>/:]{201}/

/**
 * Looks for entities, and for the elements and the attribute that load something by a relationship, since some programs
 * follow that whatever its type says. In the words of a document `<` cannot stand.
 */
function judgeMarkup(text: string): FileJudgement | undefined {
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return HAS_DOCTYPE
  if (LOADING_ELEMENT.test(text)) return HAS_EMBEDDED_FILE
  // A picture that is elsewhere, as against `r:embed`.
  if (/:link\s*=\s*["']/.test(text)) return HAS_REMOTE_CONTENT
  return ENDLESS_NAME.test(text) ? NOT_A_RESUME : undefined
}
