import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type ClamdStandIn, createClamdStandIn, EICAR } from '../../test/clamd-stand-in.ts'
import { createClamd, ScannerFault } from './clamd-client.ts'

let clamd: ClamdStandIn
beforeEach(async () => {
  clamd = await createClamdStandIn()
  await clamd.start()
})
afterEach(async () => {
  await clamd.stop()
  await clamd.remove()
})

const scan = (...chunks: (string | Buffer)[]) => {
  const content = Readable.from(chunks.map((chunk) => Buffer.from(chunk)))
  // Short only where the limit is what is tried: a busy machine is slow.
  return { content, verdict: createClamd({ path: clamd.path }, clamd.mood === 'silent' ? 300 : 10_000).scan(content) }
}

test('a content without a virus is clean, and every byte of it was looked at', async () => {
  const large = Buffer.alloc(3_000_000, 'x')
  expect(await scan('short ', large).verdict).toEqual({ virus: null })
  expect(clamd.scanned).toEqual([6 + large.length])
})

test('a virus is found and named, also where it spans two chunks', async () => {
  const { verdict } = scan(`junk ${EICAR.slice(0, 30)}`, EICAR.slice(30))
  expect(await verdict).toEqual({ virus: 'Eicar-Test-Signature' })
})

test.each([
  ['silent', 'it did not answer in time'],
  ['hanging up', 'ClamAV'],
  ['full', 'size limit exceeded'],
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
