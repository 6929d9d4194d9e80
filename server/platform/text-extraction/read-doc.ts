import { type CompoundFile, openCompoundFile } from '../uploads/file-types/ole-compound-file.ts'
import type { RawText } from './normalise-text.ts'

/** `FibBase.wIdent` of Word 97 to 2003 (MS-DOC). */
const WORD_97 = 0xa5ec
const FLAGS_AT = 0x0a
const ENCRYPTED = 0x0100
const SECOND_TABLE = 0x0200
/** Lengths of the parts of the text, in characters, in the order in which they follow each other (`FibRgLw97`). */
const LENGTHS_AT = {
  body: 0x4c,
  footnotes: 0x50,
  headers: 0x54,
  comments: 0x5c,
  endnotes: 0x60,
  textBoxes: 0x64,
  headerTextBoxes: 0x68,
}
/** Positions of tables in the table stream (`FibRgFcLcb97`); the length of each follows. */
const TABLES_AT = { headerStories: 0xf2, characterRuns: 0xfa, paragraphRuns: 0x102, pieces: 0x1a2 }
/** The first six stories of the headers are lines above footnotes and endnotes. */
const SEPARATOR_STORIES = 6

const BLOCK_BYTES = 512
/** Changes of the format that say that a run is deleted (`sprmCFRMarkDel`), and that a paragraph ends a table row (`sprmPFTtp`). */
const IS_DELETED = 0x0800
const ENDS_ROW = 0x2417
/** Bytes of an operand by the kind of its change (`Sprm.spra`); a kind with its length before it has none here. */
const OPERAND_BYTES = [1, 1, 2, 4, 2, 2, undefined, 3]

/** Of a piece's position: its characters have one byte, and the position counts half (`FcCompressed`). */
const NARROW = 0x40000000

const DELETED = 1
const ROW_END = 2
/** Between both stands what parts the instruction of a field from its result. */
const FIELD_BEGIN = 0x13
const FIELD_END = 0x15
const LINE_END = 0x0a
/** Characters with a meaning in Word, as others write them. Further controls stand for pictures, notes and marks. */
const CHARACTERS = new Map([
  [0x07, 0x09],
  [0x09, 0x09],
  [0x0a, LINE_END],
  [0x0b, LINE_END],
  [0x0c, LINE_END],
  [0x0d, LINE_END],
  [0x1e, 0x2011],
  [0x1f, 0xad],
])
const FIRST_LETTER = 0x20
/** Fields in each other; Word allows some twenty. */
const MOST_FIELDS = 1_000
const WINDOWS_1252 = new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 256 }, (_, byte) => byte))

/** The two streams that hold a document. */
type Streams = { main: Buffer; table: Buffer }

/**
 * Reads the text of a Word document of 1997 to 2003: headers, body, text boxes and footnotes. Time and memory grow with the
 * length of the file alone, whatever its tables say.
 * @throws for a broken file
 */
export function readDoc(content: Uint8Array): RawText {
  const file = openCompoundFile(Buffer.from(content.buffer, content.byteOffset, content.byteLength))
  const main = readStream(file, 'WordDocument')
  if (main.readUInt16LE(0) !== WORD_97) throw new Error('This file is no Word document of 1997 to 2003.')
  const flags = main.readUInt16LE(FLAGS_AT)
  if (flags & ENCRYPTED) return 'unsupported'
  const streams = { main, table: readStream(file, flags & SECOND_TABLE ? '1Table' : '0Table') }
  const characters = readCharacters(streams, findMarks(streams))
  const { headers, body, textBoxes, headerTextBoxes, footnotes } = splitParts(main, characters)
  const withoutSeparators = headers.subarray(headersBegin(streams))
  const parts = [withoutSeparators, body, textBoxes, headerTextBoxes, footnotes].map(decode)
  return { text: parts.filter(Boolean).join('\n\n') }
}

function readStream({ entries, readWhole }: CompoundFile, wanted: string): Buffer {
  const entry = entries.find(({ name, isStream, isInRoot }) => isStream && isInRoot && name === wanted)
  if (!entry) throw new Error(`This file has no stream ${wanted}.`)
  return readWhole(entry)
}

/** One of the tables that the document lists. Shorter where the stream ends. */
function tableAt({ main, table }: Streams, at: number): Buffer {
  const position = main.readUInt32LE(at)
  return table.subarray(position, position + main.readUInt32LE(at + 4))
}

/** What each byte of the document's text is: deleted, or the end of a table row. */
function findMarks(streams: Streams): Uint8Array {
  const marks = new Uint8Array(streams.main.length)
  markRuns(streams, marks, {
    at: TABLES_AT.characterRuns,
    find: findCharacterChanges,
    change: IS_DELETED,
    mark: DELETED,
  })
  markRuns(streams, marks, { at: TABLES_AT.paragraphRuns, find: findParagraphChanges, change: ENDS_ROW, mark: ROW_END })
  return marks
}

/**
 * Marks the runs that have a change of their format. Each byte belongs to one run.
 * @param runs.at where the document lists the blocks
 * @param runs.find finds the changes of one run in a block that has so many
 */
function markRuns(
  streams: Streams,
  marks: Uint8Array,
  {
    at,
    find,
    change,
    mark,
  }: { at: number; find(block: Buffer, run: number, runs: number): Buffer; change: number; mark: number },
): void {
  let end = 0
  for (const block of blocksOf(streams, at)) {
    const runs = block.readUInt8(BLOCK_BYTES - 1)
    for (let run = 0; run < runs; run += 1) {
      const [from, to] = [block.readUInt32LE(run * 4), block.readUInt32LE(run * 4 + 4)]
      if (from < end || to <= from || !hasChange(find(block, run, runs), change)) continue
      end = Math.min(to, marks.length)
      for (let byte = from; byte < end; byte += 1) marks[byte] = (marks[byte] ?? 0) | mark
    }
  }
}

/** The blocks of runs that a table lists, each once. */
function* blocksOf(streams: Streams, at: number): Generator<Buffer> {
  const list = tableAt(streams, at)
  const count = Math.max(0, Math.floor((list.length - 4) / 8))
  const blocks = new Set(Array.from({ length: count }, (_, index) => list.readUInt32LE((count + 1 + index) * 4)))
  for (const number of blocks) {
    const block = streams.main.subarray(number * BLOCK_BYTES, (number + 1) * BLOCK_BYTES)
    if (block.length === BLOCK_BYTES) yield block
  }
}

/** `ChpxFkp`: after the positions, a byte for each run says where its changes are. */
function findCharacterChanges(block: Buffer, run: number, runs: number): Buffer {
  const at = 2 * block.readUInt8((runs + 1) * 4 + run)
  return at === 0 ? block.subarray(0, 0) : block.subarray(at + 1, at + 1 + block.readUInt8(at))
}

/** `PapxFkp`: 13 bytes for each run; its changes follow the number of its style. */
function findParagraphChanges(block: Buffer, run: number, runs: number): Buffer {
  const at = 2 * block.readUInt8((runs + 1) * 4 + run * 13)
  if (at === 0) return block.subarray(0, 0)
  const words = block.readUInt8(at)
  return words === 0
    ? block.subarray(at + 4, at + 2 + 2 * block.readUInt8(at + 1))
    : block.subarray(at + 3, at + 2 * words)
}

/** Whether these changes contain one, switched on. */
function hasChange(changes: Buffer, wanted: number): boolean {
  for (let at = 0; at + 2 < changes.length; ) {
    const change = changes.readUInt16LE(at)
    if (change === wanted) return (changes.readUInt8(at + 2) & 1) === 1
    at += 2 + (OPERAND_BYTES[change >> 13] ?? 1 + changes.readUInt8(at + 2))
  }
  return false
}

/**
 * The characters of all parts, in their order, from the pieces in which they are stored; zero for a deleted one.
 * @throws when a piece is outside the document, or all together are longer than it: pieces of one place would fill the memory
 */
function readCharacters(streams: Streams, marks: Uint8Array): Uint16Array {
  const { main } = streams
  const pieces = findPieces(tableAt(streams, TABLES_AT.pieces))
  const length = pieces.at(-1)?.end ?? 0
  if (length > main.length) throw new Error('The pieces are longer than the document.')
  const characters = new Uint16Array(length)
  let to = 0
  for (const { end, position, isNarrow } of pieces) {
    if (end < to || end > length) throw new Error('The pieces are not in order.')
    for (let from = position; to < end; to += 1, from += isNarrow ? 1 : 2) {
      characters[to] = marked(readCharacter(main, from, isNarrow), marks[from])
    }
  }
  return characters
}

function readCharacter(main: Buffer, at: number, isNarrow: boolean): number {
  return isNarrow ? WINDOWS_1252.charCodeAt(main.readUInt8(at)) : main.readUInt16LE(at)
}

function marked(character: number, mark = 0): number {
  if (mark & DELETED) return 0
  return mark & ROW_END ? LINE_END : character
}

/** A piece of the text: the character after its last, where its bytes begin, and whether each character has only one. */
type Piece = { end: number; position: number; isNarrow: boolean }

/** The pieces of the text, which are listed behind what changes their format (`Clx`). */
function findPieces(list: Buffer): Piece[] {
  let at = 0
  while (list.readUInt8(at) === 1) at += 3 + list.readUInt16LE(at + 1)
  if (list.readUInt8(at) !== 2) throw new Error('This document has no table of pieces.')
  const table = list.subarray(at + 5, at + 5 + list.readUInt32LE(at + 1))
  const count = Math.max(0, Math.floor((table.length - 4) / 12))
  return Array.from({ length: count }, (_, piece) => {
    const position = table.readUInt32LE((count + 1) * 4 + piece * 8 + 2)
    const isNarrow = (position & NARROW) !== 0
    const end = table.readUInt32LE((piece + 1) * 4)
    return { end, position: isNarrow ? (position & ~NARROW) >>> 1 : position, isNarrow }
  })
}

type Part = keyof typeof LENGTHS_AT

function splitParts(main: Buffer, characters: Uint16Array): Record<Part, Uint16Array> {
  let at = 0
  const parts = Object.entries(LENGTHS_AT).map(([part, lengthAt]) => {
    const from = at
    at += main.readUInt32LE(lengthAt)
    return [part, characters.subarray(from, at)]
  })
  return Object.fromEntries(parts) as Record<Part, Uint16Array>
}

/** Where the headers and footers begin in their part. */
function headersBegin(streams: Streams): number {
  const stories = tableAt(streams, TABLES_AT.headerStories)
  const at = SEPARATOR_STORIES * 4
  return stories.length < at + 8 ? Number.POSITIVE_INFINITY : stories.readUInt32LE(at)
}

/** The characters as a text, in which a field is its result. */
function decode(characters: Uint16Array): string {
  const text = new Uint16Array(characters.length)
  const fields: Field[] = []
  let length = 0
  for (const character of characters) {
    if (character >= FIELD_BEGIN && character <= FIELD_END) length = followField(fields, character, length)
    const shown = character < FIRST_LETTER ? CHARACTERS.get(character) : character
    if (shown === undefined) continue
    text[length] = shown
    length += 1
  }
  return Buffer.from(text.buffer, 0, 2 * length).toString('utf16le')
}

/** A field that has begun: where, and whether its result has. */
type Field = { from: number; hasResult: boolean }

/** @returns the length of the text without the instruction of the field, which ends here */
function followField(fields: Field[], character: number, length: number): number {
  if (character === FIELD_BEGIN) {
    if (fields.length < MOST_FIELDS) fields.push({ from: length, hasResult: false })
    return length
  }
  const field = fields.at(-1)
  if (!field) return length
  const isInstruction = !field.hasResult
  field.hasResult = true
  if (character === FIELD_END) fields.pop()
  return isInstruction ? field.from : length
}
