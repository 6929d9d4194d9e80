import { documentWithTemplate } from '../../test/hostile-files/hostile-compound.ts'
import { TEXT_AT, wordDocument } from '../../test/hostile-files/word-document.ts'
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

/** What the reader of texts looks at, and what could confuse it. */
const CHARACTERS = ['a', ' ', '\r', '\x07', '\x13', '\x14', '\x15', '\x01', '\x0b', '\x1f', '\x00', '\xe9', 'PAGE']
const LONGEST_TEXT = 5_000_000

const textOf = (random: Random, longest = LONGEST_TEXT) => {
  const unit = random.mix(CHARACTERS)
  return unit.repeat(Math.ceil(random.size(longest) / unit.length))
}
/** Runs of a text, near each other, or all in the same place. */
const runsOf = (random: Random, length: number) => {
  const step = random.pick([0, 2, 2, 30])
  return Array.from({ length: random.size(60_000) }, (_, at): [number, number] => {
    const from = TEXT_AT + at * step
    return [from, from + random.pick([1, 1, 20, length])]
  })
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
  'characters with a meaning, repeated': (random) => wordDocument({ text: textOf(random) }),
  'many pieces': (random) => {
    const [text, length] = [textOf(random, 100_000), random.size(40)]
    const pieces = Array.from({ length: random.size(90_000) }, () => ({
      from: random.pick([TEXT_AT, TEXT_AT + random.below(text.length)]),
      length,
    }))
    return wordDocument({ text, pieces, bodyLength: random.pick([0, text.length, 0xffffffff]) })
  },
  'a piece that is longer than the document': (random) =>
    wordDocument({
      text: textOf(random, 10_000),
      pieces: [{ from: TEXT_AT, length: random.size(1_000_000_000) }],
      deleted: [[TEXT_AT, TEXT_AT + random.size(1_000_000_000)]],
    }),
  'many deleted runs': (random) => {
    const text = textOf(random, 1_000_000)
    return wordDocument({ text, deleted: runsOf(random, text.length) })
  },
  'many ends of rows': (random) => {
    const text = textOf(random, 1_000_000)
    return wordDocument({ text, rowEnds: runsOf(random, text.length) })
  },
  'blocks of runs that are listed again and again': (random) => {
    const text = textOf(random, 1_000_000)
    const listed = 1 + random.size(90_000)
    return wordDocument({ text, deleted: [[TEXT_AT, TEXT_AT + text.length]], listed })
  },
  'a document, broken anywhere': (random) => {
    const text = textOf(random, 100_000)
    return broken(wordDocument({ text, deleted: runsOf(random, text.length).slice(0, 2_000) }), random)
  },
  'a long template': (random) =>
    documentWithTemplate(random.pick(['/', 'file:', 'C:\\', 'a:', '%']).repeat(random.size(300))),
}
