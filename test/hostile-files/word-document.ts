const SECTOR = 512
const END = 0xfffffffe
const FIB_BYTES = 1_024
const DIRECTORY_SECTORS = 1
const STREAMS = ['WordDocument', '1Table']
/** Sectors of the allocation table that the header itself lists. */
const MOST_TABLE_SECTORS = 109
const RUNS_OF_BLOCK = 12

/** A run of characters of a Word document: where its bytes begin, and where they end. */
type Run = [from: number, to: number]

/** What a Word document says of itself, each true by default. */
export type WordDocument = {
  /** One byte for each character. */
  text?: string
  /** Pieces of the text, by where each begins and how long it is. */
  pieces?: { from: number; length: number }[]
  /** How long the body is, in characters. */
  bodyLength?: number
  deleted?: Run[]
  rowEnds?: Run[]
  /** How often the document lists each block of runs. */
  listed?: number
  isEncrypted?: boolean
}

/** Where the text of a document begins, in its stream. */
export const TEXT_AT = FIB_BYTES

/** Builds a Word document of 1997 (MS-DOC). */
export function wordDocument(document: WordDocument): Buffer<ArrayBuffer> {
  const { text = '', deleted = [], rowEnds = [], listed = 1, isEncrypted = false } = document
  const pieces = document.pieces ?? [{ from: TEXT_AT, length: text.length }]
  const begin = padded(Buffer.concat([Buffer.alloc(FIB_BYTES), Buffer.from(text, 'latin1')]))
  const [deletedBlocks, rowBlocks] = [blocksOf(deleted, deletedBlock), blocksOf(rowEnds, rowBlock)]
  const main = Buffer.concat([begin, ...deletedBlocks, ...rowBlocks])
  const firstBlock = begin.length / SECTOR
  const tables = [
    { at: 0x1a2, content: pieceTable(pieces) },
    { at: 0xfa, content: blockList(deletedBlocks.length, firstBlock, listed) },
    { at: 0x102, content: blockList(rowBlocks.length, firstBlock + deletedBlocks.length, listed) },
  ]
  main.writeUInt16LE(0xa5ec)
  main.writeUInt16LE(isEncrypted ? 0x0300 : 0x0200, 0x0a)
  main.writeUInt32LE(document.bodyLength ?? pieces.reduce((sum, { length }) => sum + length, 0), 0x4c)
  let position = 0
  for (const { at, content } of tables) {
    main.writeUInt32LE(position, at)
    main.writeUInt32LE(content.length, at + 4)
    position += content.length
  }
  return compound(main, Buffer.concat(tables.map(({ content }) => content)))
}

function padded(content: Buffer, least = 0): Buffer {
  const size = Math.max(least, Math.ceil(content.length / SECTOR) * SECTOR)
  return Buffer.concat([content, Buffer.alloc(size - content.length)])
}

function pieceTable(pieces: { from: number; length: number }[]): Buffer {
  const table = Buffer.alloc(5 + 4 + pieces.length * 12)
  table.writeUInt8(2)
  table.writeUInt32LE(table.length - 5, 1)
  let position = 0
  for (const [index, { from, length }] of pieces.entries()) {
    position += length
    table.writeUInt32LE(position, 5 + 4 + index * 4)
    table.writeUInt32LE(0x40000000 + from * 2, 5 + (pieces.length + 1) * 4 + index * 8 + 2)
  }
  return table
}

function blocksOf(runs: Run[], make: (runs: Run[]) => Buffer): Buffer[] {
  const count = Math.ceil(runs.length / RUNS_OF_BLOCK)
  return Array.from({ length: count }, (_, at) => make(runs.slice(at * RUNS_OF_BLOCK, (at + 1) * RUNS_OF_BLOCK)))
}

/** A block of runs, every second one of which is between two that are given. */
function block(runs: Run[], bytesOfRun: number, changes: Buffer): Buffer {
  const content = Buffer.alloc(SECTOR)
  const positions = runs.flat()
  content.writeUInt8(positions.length - 1, SECTOR - 1)
  for (const [at, position] of positions.entries()) content.writeUInt32LE(position, at * 4)
  const changesAt = SECTOR - 12
  for (let run = 0; run < positions.length; run += 2) {
    content.writeUInt8(changesAt / 2, positions.length * 4 + run * bytesOfRun)
  }
  changes.copy(content, changesAt)
  return content
}

const deletedBlock = (runs: Run[]) => block(runs, 1, Buffer.from('03000801', 'hex'))
const rowBlock = (runs: Run[]) => block(runs, 13, Buffer.from('030000172401', 'hex'))

function blockList(blocks: number, first: number, listed: number): Buffer {
  if (blocks === 0) return Buffer.alloc(0)
  const count = blocks * listed
  const list = Buffer.alloc((count + 1) * 4 + count * 4)
  for (let at = 0; at < count; at += 1) list.writeUInt32LE(first + (at % blocks), (count + 1 + at) * 4)
  return list
}

/** A compound file (MS-CFB, version 3) with the two streams of a document. */
function compound(main: Buffer, table: Buffer): Buffer<ArrayBuffer> {
  const streams = [main, table].map((stream) => padded(stream, 4_096))
  const chains = [DIRECTORY_SECTORS, ...streams.map(({ length }) => length / SECTOR)]
  const sectors = chains.reduce((sum, length) => sum + length, 0)
  const tableSectors = Math.ceil(sectors / (SECTOR / 4 - 1))
  if (tableSectors > MOST_TABLE_SECTORS) throw new Error('This document is too long to be built.')
  const allocation = Buffer.alloc(tableSectors * SECTOR, 0xff)
  for (let sector = 0; sector < sectors; sector += 1) allocation.writeUInt32LE(sector + 1, sector * 4)
  let end = 0
  for (const length of chains) {
    end += length
    allocation.writeUInt32LE(END, (end - 1) * 4)
  }
  return Buffer.concat([header(sectors, tableSectors), directory(streams), ...streams, allocation])
}

/** The root and the streams, which stand one after the other. */
function directory(streams: Buffer[]): Buffer {
  const content = Buffer.alloc(DIRECTORY_SECTORS * SECTOR)
  const entries = [
    { name: 'Root Entry', length: 0 },
    ...streams.map(({ length }, at) => ({ name: STREAMS[at], length })),
  ]
  let start = DIRECTORY_SECTORS
  for (const [id, { name = '', length }] of entries.entries()) {
    const entry = content.subarray(id * 128, (id + 1) * 128)
    entry.write(name, 'utf16le')
    entry.writeUInt16LE(name.length * 2 + 2, 64)
    entry.writeUInt8(id === 0 ? 5 : 2, 66)
    entry.fill(0xff, 68, 80)
    // The root has a child, and the first stream a neighbour.
    if (id < streams.length) entry.writeUInt32LE(id + 1, id === 0 ? 76 : 72)
    entry.writeUInt32LE(id === 0 ? END : start, 116)
    entry.writeUInt32LE(length, 120)
    start += length / SECTOR
  }
  return content
}

function header(firstTableSector: number, tableSectors: number): Buffer {
  const first = Buffer.alloc(SECTOR)
  first.write('d0cf11e0a1b11ae1', 'hex')
  for (const [at, value] of [0x3e, 3, 0xfffe, 9, 6].entries()) first.writeUInt16LE(value, 24 + at * 2)
  first.writeUInt32LE(tableSectors, 44)
  first.writeUInt32LE(0, 48)
  first.writeUInt32LE(4_096, 56)
  first.writeUInt32LE(END, 60)
  first.writeUInt32LE(END, 68)
  first.fill(0xff, 76)
  for (let at = 0; at < tableSectors; at += 1) first.writeUInt32LE(firstTableSector + at, 76 + at * 4)
  return first
}
