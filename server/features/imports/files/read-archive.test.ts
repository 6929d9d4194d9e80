import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zipOf } from '../../../../test/imports/import-kit.ts'
import { openArchive } from './read-archive.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'zip-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function open(content: Buffer) {
  const path = join(folder, 'a.zip')
  await writeFile(path, content)
  return openArchive(path)
}

/** Replaces every occurrence of some bytes. */
function patched(zip: Buffer, from: string, to: string): Buffer {
  return Buffer.from(zip.toString('latin1').replaceAll(from, to), 'latin1')
}

/** Writes into the central directory, and into the header before the file. */
function withHeader(zip: Buffer, write: (header: Buffer, isCentral: boolean) => void): Buffer {
  const changed = Buffer.from(zip)
  for (const [mark, isCentral] of [
    ['PK\u0001\u0002', true],
    ['PK\u0003\u0004', false],
  ] as const) {
    const at = changed.indexOf(Buffer.from(mark, 'latin1'))
    write(changed.subarray(at), isCentral)
  }
  return changed
}

test('files are listed without folders and without what systems add, and read', async () => {
  using archive = await open(
    await zipOf({ 'a/b.pdf': 'content', '__MACOSX/a/._b.pdf': 'x', 'a/.DS_Store': 'x', 'Thumbs.db': 'x' }),
  )
  expect(archive.files.map(({ name, fault }) => [name, fault])).toEqual([['a/b.pdf', null]])
  expect(String(await buffer((await archive.files[0]?.open()) ?? Readable.from([])))).toBe('content')
})

test.each(['../../etc/passwd', '/etc/passwd.', 'C:/windows/system', 'a/../../../b.txt'])(
  'an archive with the path %s is refused',
  async (path) => {
    const zip = patched(await zipOf({ ['x'.repeat(path.length)]: 'content' }), 'x'.repeat(path.length), path)
    await expect(open(zip)).rejects.toThrow(/cannot be read/)
  },
)

test.each([
  ['no archive', Buffer.from('hello'), /no ZIP archive/],
  [
    'an archive that is cut',
    async () => (await zipOf({ 'a.pdf': 'x'.repeat(9_000) })).subarray(0, 60),
    /no ZIP archive/,
  ],
])('%s is refused', async (_what, content, message) => {
  await expect(open(typeof content === 'function' ? await content() : content)).rejects.toThrow(message)
})

test('a bomb is refused by what it says, and is no longer than that where it lies', async () => {
  await expect(open(await zipOf({ 'bomb.pdf': Buffer.alloc(9 * 1024 * 1024) }))).rejects.toThrow(/many times larger/)
  const lies = withHeader(await zipOf({ 'a.pdf': Buffer.alloc(500_000) }), (header, isCentral) =>
    header.writeUInt32LE(100, isCentral ? 24 : 22),
  )
  using archive = await open(lies)
  await expect(archive.files[0]?.open().then((content) => buffer(content))).rejects.toThrow(/too many bytes/)
})

test('a file that is too large or encrypted is named so, and the others are read', async () => {
  const large = randomBytes(10 * 1024 * 1024 + 1)
  using archive = await open(await zipOf({ 'large.pdf': large, 'a.pdf': 'x' }))
  expect(archive.files.map(({ fault }) => fault)).toEqual(['The file is larger than 10 MB.', null])
  const encrypted = withHeader(await zipOf({ 'a.pdf': 'x'.repeat(100) }), (header, isCentral) => {
    const at = isCentral ? 8 : 6
    header.writeUInt16LE(header.readUInt16LE(at) | 1, at)
  })
  using other = await open(encrypted)
  expect(other.files[0]?.fault).toMatch(/encrypted/)
})
