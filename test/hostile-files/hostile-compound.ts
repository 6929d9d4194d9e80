/** One entry of a compound file's directory. */
export type CompoundPart = { name: string; isStorage?: boolean; parts?: CompoundPart[]; size?: number }

/** Where a compound file is to be broken. */
export type CompoundFault = (file: Buffer, offsets: { directory: number; table: number; content: number }) => void

const SECTOR = 512
const END = 0xfffffffe
const FREE = 0xffffffff
const NONE = 0xffffffff
/** Eight sectors: below that a stream lives elsewhere. */
const STREAM_BYTES = 4_096

/** Builds a compound file (MS-CFB, version 3) whose streams all have the same eight sectors. */
export function compoundFile(parts: CompoundPart[], breakIt: CompoundFault = () => {}): Buffer<ArrayBuffer> {
  const entries: Buffer[] = []
  addEntry(entries, { name: 'Root Entry' }, 5)
  entries[0]?.writeUInt32LE(addSiblings(entries, parts), 76)
  while (entries.length % 4 !== 0) entries.push(Buffer.alloc(128))
  const directorySectors = entries.length / 4

  const table = Buffer.alloc(SECTOR, 0xff)
  table.writeUInt32LE(0xfffffffd, 0)
  chain(table, 1, directorySectors)
  chain(table, 1 + directorySectors, STREAM_BYTES / SECTOR)
  const content = Buffer.alloc(STREAM_BYTES, 'text ')
  const file = Buffer.concat([header(), table, ...entries, content])
  const firstStream = 1 + directorySectors
  for (let id = 0; id < entries.length; id += 1) file.writeUInt32LE(firstStream, 2 * SECTOR + id * 128 + 116)
  breakIt(file, { directory: 2 * SECTOR, table: SECTOR, content: (firstStream + 1) * SECTOR })
  return file
}

function header(): Buffer {
  const first = Buffer.alloc(SECTOR)
  first.write('d0cf11e0a1b11ae1', 'hex')
  const fields = [0x3e, 3, 0xfffe, 9, 6]
  fields.forEach((value, index) => {
    first.writeUInt16LE(value, 24 + index * 2)
  })
  first.writeUInt32LE(1, 44)
  first.writeUInt32LE(1, 48)
  first.writeUInt32LE(STREAM_BYTES, 56)
  first.writeUInt32LE(END, 60)
  first.writeUInt32LE(END, 68)
  first.fill(0xff, 80)
  return first
}

function chain(table: Buffer, from: number, length: number): void {
  for (let index = 0; index < length; index += 1) {
    const isLast = index === length - 1
    table.writeUInt32LE(isLast ? END : from + index + 1, (from + index) * 4)
  }
}

/** Adds entries that are each other's right neighbours, and gives back the first one's number. */
function addSiblings(entries: Buffer[], parts: CompoundPart[]): number {
  let first = NONE
  for (const part of parts.toReversed()) {
    const child = addSiblings(entries, part.parts ?? [])
    const id = addEntry(entries, part, part.isStorage ? 1 : 2)
    entries[id]?.writeUInt32LE(first, 72)
    entries[id]?.writeUInt32LE(child, 76)
    first = id
  }
  return first
}

function addEntry(entries: Buffer[], { name, size = STREAM_BYTES }: CompoundPart, type: number): number {
  const entry = Buffer.alloc(128)
  entry.write(name, 'utf16le')
  entry.writeUInt16LE(name.length * 2 + 2, 64)
  entry.writeUInt8(type, 66)
  for (const offset of [68, 72, 76]) entry.writeUInt32LE(FREE, offset)
  entry.writeUInt32LE(type === 2 ? size : 0, 120)
  return entries.push(entry) - 1
}

/** A Word document of 1997 that says which template it was begun with. */
export function documentWithTemplate(template: string): Buffer<ArrayBuffer> {
  const names = ['', template].map((name) => {
    const string = Buffer.alloc(2 + name.length * 2)
    string.writeUInt16LE(name.length)
    string.write(name, 2, 'utf16le')
    return string
  })
  const table = Buffer.concat([Buffer.from('ffff12000000', 'hex'), ...names])
  // Both streams are the same bytes: what describes the document, and further on the names.
  return compoundFile([{ name: 'WordDocument' }, { name: '1Table' }], (file, { content }) => {
    file.writeUInt16LE(0xa5ec, content)
    file.writeUInt16LE(0x0200, content + 0x0a)
    file.writeUInt32LE(1_000, content + 0x19a)
    file.writeUInt32LE(table.length, content + 0x19e)
    table.copy(file, content + 1_000)
  })
}

/** Word documents of 1997 that lead a reader round in circles where a check of their directory does not look. */
export const CIRCULAR_DOCUMENTS: Record<string, Buffer<ArrayBuffer>> = {
  'a content whose last sector leads to its first': compoundFile(
    [{ name: 'WordDocument' }],
    (file, { table, content }) => {
      const first = content / SECTOR - 1
      file.writeUInt32LE(first, table + (first + STREAM_BYTES / SECTOR - 1) * 4)
    },
  ),
  'a storage whose entries have one neighbour on both sides': compoundFile(
    [
      { name: 'WordDocument' },
      { name: 'x', isStorage: true, parts: Array.from({ length: 60 }, (_, at) => ({ name: `e${at}` })) },
    ],
    (file, { directory, content }) => {
      for (let at = directory; at < content && at < file.length; at += 128) {
        if (file[at] === 'e'.charCodeAt(0)) file.writeUInt32LE(file.readUInt32LE(at + 72), at + 68)
      }
    },
  ),
}
