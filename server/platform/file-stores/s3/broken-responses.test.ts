import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { RESUME_MAX_BYTES } from '../../../../contract/wire/limits.ts'
import { faultOf, resumeOf } from '../../../../test/google-drive/drive-test-kit.ts'
import { connectToS3 } from '../../../../test/s3/s3-test-kit.ts'
import { type BrokenServer, sendForever, startBrokenServer } from '../../../../test/stores/broken-server.ts'
import type { RemoteStore } from '../file-store.ts'

const SETTINGS = {
  S3_BUCKET: 'resumes',
  S3_ACCESS_KEY_ID: 'a',
  S3_SECRET_ACCESS_KEY: 'b',
  SECRET_KEY: 'c'.repeat(32),
}

let s3: BrokenServer
let store: RemoteStore
/** With the time limits of every installation, for what is to end before them. */
let patient: RemoteStore
beforeAll(async () => {
  s3 = await startBrokenServer()
  const settings = { ...SETTINGS, S3_ENDPOINT: s3.endpoint }
  store = connectToS3(settings, { silenceMs: 200, exchangeMs: 600, testMs: 1_000 })
  patient = connectToS3(settings)
})
afterAll(() => s3.stop())

const head = (status: number, length: number) => `HTTP/1.1 ${status} Words\r\ncontent-length: ${length}\r\n\r\n`
const LIST = '<Version><Key>key</Key><VersionId>1</VersionId></Version>'
const MEGABYTE = Buffer.alloc(1_000_000, 'x')
async function* endless() {
  for (;;) yield MEGABYTE.subarray(0, 65_536)
}
const nothingStaysOpen = () =>
  vi.waitFor(
    () => {
      // One that reads nothing does not see that it has ended.
      for (const socket of s3.connections) socket.resume()
      expect(s3.connections.size).toBe(0)
    },
    { timeout: 5_000 },
  )
const endlessFile = () => {
  const read = () => Readable.from(endless(), { objectMode: false })
  return { ...resumeOf(10), size: 50_000_000_000, read }
}

test.each<[string, (socket: Socket) => void]>([
  ['is cut', (socket) => socket.end(`${head(200, 50)}cut`)],
  ['stands still', (socket) => socket.write(`${head(200, 50)}still`)],
  ['comes a byte at a time', (socket) => sendForever(socket.pause(), Buffer.from('x'), 20)],
  ['never ends', (socket) => sendForever(socket, MEGABYTE)],
])('what follows a good head changes nothing where it %s, and no connection stays open', async (_, follow) => {
  s3.respond((socket, request) => {
    // What a removal reads has to be whole.
    if (request.startsWith('GET')) return void socket.end(`${head(200, LIST.length)}${LIST}`)
    socket.write(head(200, 50_000_000_000))
    follow(socket)
  })
  await store.put('key', resumeOf(1_000))
  await store.remove('key')
  await nothingStaysOpen()
})

test.each<[string, (socket: Socket) => void]>([
  ['is cut', (socket) => socket.end(`${head(503, 50)}cut`)],
  ['stands still', (socket) => socket.write(`${head(503, 50)}still`)],
  ['comes a byte at a time', (socket) => sendForever(socket, Buffer.from('x'), 20)],
  ['never ends', (socket) => sendForever(socket, MEGABYTE)],
])('a refusal that %s is a passing fault, in little memory', async (_, follow) => {
  s3.respond((socket) => {
    socket.write(head(503, 50_000_000_000))
    follow(socket)
  })
  const before = process.memoryUsage().rss
  for (const operation of [() => store.put('key', resumeOf(1_000)), () => store.open('key'), () => store.remove('key')])
    expect(await faultOf(operation())).toMatchObject({ isPermanent: false })
  expect(process.memoryUsage().rss - before).toBeLessThan(100_000_000)
  await nothingStaysOpen()
})

test('a server that responds before it has the file is not sent the rest, and no connection stays open', async () => {
  s3.respond((socket) => socket.pause().write(head(200, 0)))
  await store.put('key', endlessFile())
  await nothingStaysOpen()
})

test('of a file that is longer than any resume only so much is read as shows it', async () => {
  s3.respond((socket, request) => {
    if (request.startsWith('HEAD')) return void socket.end(head(200, 0))
    socket.write(head(200, 50_000_000_000))
    sendForever(socket, MEGABYTE)
  })
  expect((await patient.describe('key'))?.size).toBeGreaterThan(RESUME_MAX_BYTES)
  const content = await patient.open('key')
  const { length } = content ? await buffer(content) : []
  expect(length).toBeGreaterThan(RESUME_MAX_BYTES)
  expect(length).toBeLessThan(RESUME_MAX_BYTES + 200_000)
  await nothingStaysOpen()
})

test('a download that always goes on a little ends in a passing fault', async () => {
  s3.respond((socket) => {
    socket.write(head(200, 50_000_000))
    sendForever(socket, Buffer.from('x'), 20)
  })
  const content = await store.open('key')
  expect(content && (await faultOf(buffer(content)))).toMatchObject({ isPermanent: false })
  await nothingStaysOpen()
})

test('an upload that always goes on a little ends in a passing fault', async () => {
  s3.respond((socket) => {
    socket.pause()
    const timer = setInterval(() => socket.read(200_000), 50)
    socket.once('close', () => clearInterval(timer))
  })
  const fault = faultOf(store.put('key', endlessFile()))
  expect(await fault).toMatchObject({ isPermanent: false, message: 'S3 did not respond in time' })
})

test.each<[string, (socket: Socket) => void, string]>([
  [
    'an endless head',
    (socket) => sendForever(socket.pause(), Buffer.from('x-a: b\r\n'), 20),
    'did not respond in time',
  ],
  [
    'an endless head at once',
    (socket) => sendForever(socket, Buffer.from('x-a: b\r\n'.repeat(1_000))),
    'HEADER_OVERFLOW',
  ],
  [
    'endless interim responses',
    (socket) => sendForever(socket, Buffer.from('HTTP/1.1 100 Continue\r\n\r\n')),
    'in time',
  ],
])('%s ends in a passing fault', async (what, send, words) => {
  s3.respond((socket) => {
    if (what.includes('head')) socket.write('HTTP/1.1 200 OK\r\n')
    send(socket)
  })
  const fault = await faultOf(store.put('key', resumeOf(1_000)))
  expect(fault).toMatchObject({ message: expect.stringContaining(words) })
  await nothingStaysOpen()
})
