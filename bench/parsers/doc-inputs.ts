import { documentWithTemplate } from '../../test/hostile-files/hostile-compound.ts'
import type { Makers, Random } from './random.ts'

const SECTOR = 512
const ENTRY = 128
const END = 0xfffffffe
const NONE = 0xffffffff
const STREAM = 2
const ROOT = 5
/** As many as a file of 10 MB has. */
const MOST_SECTORS = 20_000

type Shape = { next: (at: number, sectors: number) => number; entries: number }

/** A compound file in which every sector belongs to one chain of this shape; its directory begins behind the table. */
function chained(random: Random, { next, entries }: Shape): Buffer<ArrayBuffer> {
  const directorySectors = Math.ceil(entries / 4)
  const sectors = directorySectors + 9 + random.size(MOST_SECTORS)
  const tableSectors = Math.min(109, Math.ceil(sectors / (SECTOR / 4)))
  const file = Buffer.alloc((1 + tableSectors + sectors) * SECTOR)
  file.write('d0cf11e0a1b11ae1', 'hex')
  ;[0x3e, 3, 0xfffe, 9, 6].forEach((value, at) => void file.writeUInt16LE(value, 24 + at * 2))
  file.writeUInt32LE(tableSectors, 44)
  file.writeUInt32LE(tableSectors, 48)
  file.writeUInt32LE(4_096, 56)
  file.writeUInt32LE(tableSectors, 60)
  file.writeUInt32LE(END, 68)
  file.fill(0xff, 76, SECTOR)
  for (let at = 0; at < tableSectors; at += 1) file.writeUInt32LE(at, 76 + at * 4)
  const last = Math.min((tableSectors * SECTOR) / 4, tableSectors + sectors)
  for (let at = tableSectors; at < last; at += 1) {
    const isLast = at === tableSectors + directorySectors - 1 || at === last - 1
    file.writeUInt32LE(isLast ? END : next(at, last) >>> 0, SECTOR + at * 4)
  }
  writeEntries(file.subarray((1 + tableSectors) * SECTOR), {
    random,
    entries,
    content: tableSectors + directorySectors,
  })
  return file
}

/** A directory whose entries are each other's neighbours, one after the other. */
function writeEntries(
  directory: Buffer,
  { random, entries, content }: { random: Random; entries: number; content: number },
): void {
  const written = Math.min(entries, Math.floor(directory.length / ENTRY))
  for (let id = 0; id < written; id += 1) {
    const entry = directory.subarray(id * ENTRY, (id + 1) * ENTRY)
    const name = ['Root Entry', 'WordDocument', '1Table'][id] ?? `entry ${id}`
    entry.write(name, 'utf16le')
    entry.writeUInt16LE(name.length * 2 + 2, 64)
    entry.writeUInt8(id === 0 ? ROOT : STREAM, 66)
    entry.fill(0xff, 68, 80)
    if (id === 0) entry.writeUInt32LE(1, 76)
    else if (id + 1 < written) entry.writeUInt32LE(id + 1, 72)
    entry.writeUInt32LE(content, 116)
    entry.writeUInt32LE(random.pick([100, 4_095, 4_096, 60_000, 10_000_000]), 120)
  }
}

const broken = (file: Buffer<ArrayBuffer>, random: Random) => {
  for (let count = random.size(40); count > 0; count -= 1) {
    file.writeUInt32LE(
      random.pick([0, 1, NONE, END, random.below(2 ** 32), random.below(300)]),
      random.below(file.length - 4),
    )
  }
  return file
}

/** Ways to make old Word documents that are dear to read. */
export const DOC_INPUTS: Makers = {
  'a long chain of sectors': (random) => chained(random, { next: (at) => at + 1, entries: 8 }),
  'a chain that leads backwards': (random) => chained(random, { next: (at) => at - 1, entries: 8 }),
  'a chain that jumps': (random) => chained(random, { next: (at, last) => (at * 7_919) % last, entries: 8 }),
  'a chain that leads to itself': (random) => chained(random, { next: (at) => at, entries: 8 }),
  'a directory with many entries': (random) => chained(random, { next: (at) => at + 1, entries: random.size(5_000) }),
  'a long chain, broken anywhere': (random) =>
    broken(chained(random, { next: (at) => at + 1, entries: random.size(500) }), random),
  'a document with its template, broken anywhere': (random) => broken(documentWithTemplate('C:\\Resume.dot'), random),
  'a long template': (random) =>
    documentWithTemplate(random.pick(['/', 'file:', 'C:\\', 'a:', '%']).repeat(random.size(300))),
}
