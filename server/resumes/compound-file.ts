import { type FileHandle, open } from 'node:fs/promises'

/** What stands in the directory of a compound file (MS-CFB), the container of Word 97 to 2003. */
export type CompoundEntry = { name: string; isStream: boolean; size: number; isInRoot: boolean }

const STREAM = 2
const ROOT = 5
const NO_ENTRY = 0xffffffff
/** Sector numbers from here on say something else than where to go. */
const FIRST_SPECIAL = 0xfffffffa
const ENTRY_BYTES = 128
const HEADER_BYTES = 512
/** Sectors of the allocation table that the header itself names. */
const HEADER_TABLE_SECTORS = 109
/** A document has some dozen entries, eight more for each embedded object. */
const MAX_ENTRIES = 4_096

/**
 * Reads the directory of a compound file, and nothing else of it: no chain is followed further than the file has room.
 * @returns undefined when the structure does not hold
 */
export async function readCompoundDirectory(path: string, size: number): Promise<CompoundEntry[] | undefined> {
  await using file = await open(path)
  try {
    const directory = await readDirectory(file, size)
    return nameEntries(directory)
  } catch (error) {
    if (error instanceof BrokenStructure) return undefined
    throw error
  }
}

class BrokenStructure extends Error {}

function demand(holds: boolean): void {
  if (!holds) throw new BrokenStructure()
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length)
  const { bytesRead } = await file.read(buffer, 0, length, position)
  demand(bytesRead === length)
  return buffer
}

async function readDirectory(file: FileHandle, size: number): Promise<Buffer> {
  const header = await readAt(file, 0, HEADER_BYTES)
  const [version, byteOrder, sectorShift, miniShift] = [26, 28, 30, 32].map((offset) => header.readUInt16LE(offset))
  demand(byteOrder === 0xfffe && miniShift === 6)
  demand((version === 3 && sectorShift === 9) || (version === 4 && sectorShift === 12))
  const sectorSize = 1 << (sectorShift ?? 0)
  const sectors = Math.floor(size / sectorSize) - 1
  const positionOf = (sector: number) => {
    demand(sector < sectors)
    return (sector + 1) * sectorSize
  }

  const table = await listTableSectors(file, header, { sectorSize, sectors, positionOf })
  const perSector = sectorSize / 4
  const parts: Buffer[] = []
  const seen = new Set<number>()
  for (let sector = header.readUInt32LE(48); sector < FIRST_SPECIAL; ) {
    demand(parts.length * sectorSize < MAX_ENTRIES * ENTRY_BYTES && !seen.has(sector))
    seen.add(sector)
    parts.push(await readAt(file, positionOf(sector), sectorSize))
    const tableSector = table[Math.floor(sector / perSector)] ?? FIRST_SPECIAL
    const next = await readAt(file, positionOf(tableSector) + (sector % perSector) * 4, 4)
    sector = next.readUInt32LE()
  }
  return Buffer.concat(parts)
}

type Geometry = { sectorSize: number; sectors: number; positionOf(sector: number): number }

async function listTableSectors(
  file: FileHandle,
  header: Buffer,
  { sectorSize, sectors, positionOf }: Geometry,
): Promise<number[]> {
  const perSector = sectorSize / 4
  const count = header.readUInt32LE(44)
  // As many as it takes to have an entry for each sector, and one that is not full.
  demand(count <= Math.ceil(sectors / perSector) + 1)
  const table = Array.from({ length: HEADER_TABLE_SECTORS }, (_, index) => header.readUInt32LE(76 + index * 4))
  for (let more = header.readUInt32LE(68); more < FIRST_SPECIAL && table.length < count; ) {
    const list = await readAt(file, positionOf(more), sectorSize)
    for (let index = 0; index < perSector - 1; index += 1) table.push(list.readUInt32LE(index * 4))
    more = list.readUInt32LE(sectorSize - 4)
  }
  return table.slice(0, count)
}

function nameEntries(directory: Buffer): CompoundEntry[] {
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
    const name = entry.toString('utf16le', 0, nameBytes - 2)
    entries.push({ name, isStream: type === STREAM, size: entry.readUInt32LE(120), isInRoot: inRoot.has(id) })
  }
  return entries
}

/** The entries of one storage form a tree of left and right siblings; one that comes back to itself is broken. */
function listSiblings(entryAt: (id: number) => Buffer, count: number, first: number): Set<number> {
  const found = new Set<number>()
  const open = [first]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === NO_ENTRY) continue
    demand(id < count && !found.has(id))
    found.add(id)
    open.push(entryAt(id).readUInt32LE(68), entryAt(id).readUInt32LE(72))
  }
  return found
}
