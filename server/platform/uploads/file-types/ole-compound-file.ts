import { readFile } from 'node:fs/promises'

/** A directory entry of an OLE compound file (MS-CFB), the container of Word 97 to 2003. */
type CompoundEntry = { name: string; isStream: boolean; size: number; isInRoot: boolean; start: number }

/** An open OLE compound file. */
export type CompoundFile = {
  entries: CompoundEntry[]
  /** Reads a range of a stream. @throws {BrokenStructure} beyond its end, or for more than {@link MAX_READ_BYTES} */
  read(stream: CompoundEntry, position: number, length: number): Buffer
  /** Reads a stream, as far as the file has it. @throws {BrokenStructure} for a broken chain */
  readWhole(stream: CompoundEntry): Buffer
}

const STREAM = 2
const ROOT = 5
const NO_ENTRY = 0xffffffff
/** Sector numbers from here on are markers (`DIFSECT`, `ENDOFCHAIN`, `FREESECT`). */
const FIRST_SPECIAL = 0xfffffffa
const ENTRY_BYTES = 128
const HEADER_BYTES = 512
/** FAT sectors that the header itself lists. */
const HEADER_FAT_SECTORS = 109
/** A document has some dozen entries, eight more for each embedded object. */
const MAX_ENTRIES = 4_096
/** Streams shorter than this lie in the mini stream, in mini sectors. In bytes. */
const MINI_STREAM_BYTES = 4_096
const MINI_SECTOR_BYTES = 64
const MAX_READ_BYTES = 64 * 1024

/** The file is no valid OLE compound file. */
class BrokenStructure extends Error {}

/**
 * Reads an OLE compound file. It is whole in memory, since hundreds of small reads of the disk would take ten times as long; no
 * chain is followed beyond the sectors that the file has.
 * @param use gets the file
 * @returns undefined when the structure is broken
 */
export async function readCompoundFile<Result>(
  path: string,
  use: (compound: CompoundFile) => Result,
): Promise<Result | undefined> {
  const file = await readFile(path)
  try {
    return use(openCompoundFile(file))
  } catch (error) {
    if (error instanceof BrokenStructure) return undefined
    throw error
  }
}

function demand(isValid: boolean): asserts isValid {
  if (!isValid) throw new BrokenStructure()
}

function readAt(file: Buffer, position: number, length: number): Buffer {
  demand(position + length <= file.length)
  return file.subarray(position, position + length)
}

/** Opens an OLE compound file in memory. @throws {BrokenStructure} */
export function openCompoundFile(file: Buffer): CompoundFile {
  const header = readAt(file, 0, HEADER_BYTES)
  const [version, byteOrder, sectorShift, miniShift] = [26, 28, 30, 32].map((offset) => header.readUInt16LE(offset))
  demand(byteOrder === 0xfffe && miniShift === 6)
  demand((version === 3 && sectorShift === 9) || (version === 4 && sectorShift === 12))
  const sectorSize = 1 << (sectorShift ?? 0)
  const geometry = { sectorSize, sectors: Math.floor(file.length / sectorSize) - 1 }
  const sectorAt = (sector: number) => {
    demand(sector < geometry.sectors)
    return readAt(file, (sector + 1) * sectorSize, sectorSize)
  }

  const fat = readFat(header, geometry, sectorAt)
  const directorySectors = followChain(fat, header.readUInt32LE(48), (MAX_ENTRIES * ENTRY_BYTES) / sectorSize)
  const entries = readEntries(Buffer.concat(directorySectors.map(sectorAt)))

  const chains = new Map<number, number[]>()
  const chainFrom = (start: number): number[] => {
    const chain = chains.get(start) ?? followChain(fat, start, geometry.sectors)
    chains.set(start, chain)
    return chain
  }
  const readChain = (start: number, position: number, length: number): Buffer => {
    demand(length <= MAX_READ_BYTES)
    const first = Math.floor(position / sectorSize)
    const wanted = chainFrom(start).slice(first, Math.ceil((position + length) / sectorSize))
    const from = position - first * sectorSize
    const part = Buffer.concat(wanted.map(sectorAt)).subarray(from, from + length)
    demand(part.length === length)
    return part
  }
  const readMini = (start: number, position: number, length: number): Buffer => {
    const content: Buffer[] = []
    const [root] = entries
    demand(root !== undefined)
    for (let sector = start, at = 0; at < position + length; at += MINI_SECTOR_BYTES) {
      content.push(readChain(root.start, sector * MINI_SECTOR_BYTES, MINI_SECTOR_BYTES))
      if (at + MINI_SECTOR_BYTES >= position + length) break
      sector = readChain(header.readUInt32LE(60), sector * 4, 4).readUInt32LE()
    }
    return Buffer.concat(content).subarray(position, position + length)
  }

  return {
    entries,
    read: (stream, position, length) => {
      demand(position + length <= stream.size)
      return (stream.size < MINI_STREAM_BYTES ? readMini : readChain)(stream.start, position, length)
    },
    readWhole: ({ start, size }) => {
      if (size < MINI_STREAM_BYTES) return readMini(start, 0, size)
      // Not every program fills the last sector.
      const sectors = chainFrom(start).map((sector) =>
        file.subarray((sector + 1) * sectorSize, (sector + 2) * sectorSize),
      )
      return Buffer.concat(sectors).subarray(0, size)
    },
  }
}

type Geometry = { sectorSize: number; sectors: number }

/** The file allocation table (FAT): the next sector of each sector. */
function readFat(header: Buffer, { sectorSize, sectors }: Geometry, sectorAt: (sector: number) => Buffer): Buffer {
  const perSector = sectorSize / 4
  const count = header.readUInt32LE(44)
  // Enough for an entry for each sector, the last one not full.
  demand(count <= Math.ceil(sectors / perSector) + 1)
  const numbers = Array.from({ length: HEADER_FAT_SECTORS }, (_, index) => header.readUInt32LE(76 + index * 4))
  for (let more = header.readUInt32LE(68); more < FIRST_SPECIAL && numbers.length < count; ) {
    const list = sectorAt(more)
    for (let index = 0; index < perSector - 1; index += 1) numbers.push(list.readUInt32LE(index * 4))
    more = list.readUInt32LE(sectorSize - 4)
  }
  return Buffer.concat(numbers.slice(0, count).map(sectorAt))
}

/** The sectors of one chain, in order. @throws {BrokenStructure} when there are more than `max`, or a cycle */
function followChain(fat: Buffer, start: number, max: number): number[] {
  const chain = new Set<number>()
  for (let sector = start; sector < FIRST_SPECIAL; sector = fat.readUInt32LE(sector * 4)) {
    demand(chain.size < max && !chain.has(sector) && (sector + 1) * 4 <= fat.length)
    chain.add(sector)
  }
  return [...chain]
}

function readEntries(directory: Buffer): CompoundEntry[] {
  const entryAt = (id: number) => directory.subarray(id * ENTRY_BYTES, (id + 1) * ENTRY_BYTES)
  demand(directory.length >= ENTRY_BYTES && entryAt(0).readUInt8(66) === ROOT)
  const inRoot = listSiblings(entryAt, directory.length / ENTRY_BYTES, entryAt(0).readUInt32LE(76))
  const entries: CompoundEntry[] = []
  for (let id = 0; id < directory.length / ENTRY_BYTES; id += 1) {
    const entry = entryAt(id)
    const type = entry.readUInt8(66)
    if (type === 0) continue
    const nameBytes = entry.readUInt16LE(64)
    demand(nameBytes >= 2 && nameBytes <= 64 && nameBytes % 2 === 0)
    entries.push({
      name: entry.toString('utf16le', 0, nameBytes - 2),
      isStream: type === STREAM,
      size: entry.readUInt32LE(120),
      isInRoot: inRoot.has(id),
      start: entry.readUInt32LE(116),
    })
  }
  return entries
}

/** The ids of one storage: a tree of left and right siblings. A cycle is broken. */
function listSiblings(entryAt: (id: number) => Buffer, count: number, first: number): Set<number> {
  const siblings = new Set<number>()
  const open = [first]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === NO_ENTRY) continue
    demand(id < count && !siblings.has(id))
    siblings.add(id)
    open.push(entryAt(id).readUInt32LE(68), entryAt(id).readUInt32LE(72))
  }
  return siblings
}
