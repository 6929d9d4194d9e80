import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createFakeClamd, EICAR, type FakeClamd } from '../../../test/clamd/fake-clamd.ts'
import { openFiles } from '../../../test/open-files.ts'
import { createClamd, ScannerFault, TooLongToScan } from './clamd-client.ts'

let clamd: FakeClamd
beforeEach(async () => {
  clamd = await createFakeClamd()
  await clamd.start()
})
afterEach(async () => {
  await clamd.stop()
  await clamd.remove()
})

const scan = (...chunks: (string | Buffer)[]) => {
  const content = Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
  // Short only where a test tries the limit: a busy machine is slow.
  return { content, verdict: createClamd(clamd.address, clamd.mood === 'silent' ? 300 : 10_000).scan(content) }
}

test('a content without a virus is clean, and every byte of it was scanned', async () => {
  const large = Buffer.alloc(3_000_000, 'x')
  expect(await scan('short ', large).verdict).toEqual({ virus: null })
  expect(clamd.scanned).toEqual([6 + large.length])
})

test('a virus is found and named, also where it spans two chunks', async () => {
  const { verdict } = scan(`junk ${EICAR.slice(0, 30)}`, EICAR.slice(30))
  expect(await verdict).toEqual({ virus: 'Eicar-Test-Signature' })
})

test.each([
  ['silent', 'it did not reply in time'],
  ['closing', 'ClamAV cannot scan'],
  ['talking without end', 'its reply has no end'],
] as const)('a scanner that is %s gives no verdict, and the content is closed', async (mood, words) => {
  clamd.mood = mood
  const { content, verdict } = scan(Buffer.alloc(2_000_000), 'more')
  const fault = await verdict.catch((error) => error)
  expect(fault).toBeInstanceOf(ScannerFault)
  expect(fault.message).toContain(words)
  expect(content.destroyed).toBe(true)
})

test('a scanner that is not there gives no verdict, and the content is closed', async () => {
  await clamd.stop()
  const { content, verdict } = scan('text')
  await expect(verdict).rejects.toThrow(ScannerFault)
  expect(content.destroyed).toBe(true)
})

test('a content that cannot be read is no scanner fault', async () => {
  const content = createReadStream('/nowhere/resume.pdf')
  const fault = await createClamd(clamd.address)
    .scan(content)
    .catch((error) => error)
  expect(fault).not.toBeInstanceOf(ScannerFault)
  expect(fault).toMatchObject({ code: 'ENOENT' })
})

test('a length that the scanner refuses differs from a scanner that fails', async () => {
  clamd.streamMaxLength = 1_000_000
  await expect(scan(Buffer.alloc(2_000_000)).verdict).rejects.toThrow(TooLongToScan)
  expect(await scan(Buffer.alloc(900_000)).verdict).toEqual({ virus: null })
})

describe.each([{ isOnPort: false }, { isOnPort: true }])('on a port: $isOnPort', ({ isOnPort }) => {
  const LENGTH = 4_000_000

  test.each(['closing', 'resetting', 'stalling'] as const)(
    'a scanner that is %s at any moment ends the scan in time, and nothing stays open',
    async (mood) => {
      const before = await openFiles()
      const failing = await createFakeClamd({ isOnPort })
      await failing.start()
      failing.mood = mood
      for (let round = 0; round < 40; round += 1) {
        failing.failsAt = Math.floor((0.95 * LENGTH * round) / 39)
        const content = Readable.from(chunksOf(LENGTH))
        const fault = await createClamd(failing.address, mood === 'stalling' ? 30 : 10_000)
          .scan(content)
          .catch((error) => error)
        expect(fault, `after ${failing.failsAt} bytes`).toBeInstanceOf(ScannerFault)
        expect(content.destroyed).toBe(true)
      }
      await failing.stop()
      await failing.remove()
      await vi.waitFor(async () => expect((await openFiles()).filter((file) => !before.includes(file))).toEqual([]))
    },
  )
})

async function* chunksOf(length: number): AsyncGenerator<Buffer> {
  for (let sent = 0; sent < length; sent += 65_536) {
    await nextTurn()
    yield Buffer.alloc(Math.min(65_536, length - sent), 'x')
  }
}
