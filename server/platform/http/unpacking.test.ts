import { once } from 'node:events'
import { get, type IncomingMessage, request } from 'node:http'
import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import Fastify from 'fastify'
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { assembleCachedResponse, sendCached } from './cached-response.ts'
import { installErrorHandler } from './error-handler.ts'

/** More than connections hold while no caller reads, in pieces of 1 MB. */
const LENGTH = 48
const PIECE_LENGTH = 1_000_000
/** Each piece differs, so that memory that is used again too early shows. */
const pieces = Array.from({ length: LENGTH }, (_, number) =>
  `<job number="${number}"/>`.padEnd(40).repeat(PIECE_LENGTH / 40),
)

const app = Fastify({ trustProxy: true })
/** Requests for a response that takes long to make. */
const late = { begun: [] as Promise<unknown>[], mayGoOn: Promise.withResolvers<void>() }
let address: string
beforeAll(async () => {
  const long = await assembleCachedResponse(pieces, {
    contentType: 'text/xml',
    cacheControl: 'no-cache',
  })
  installErrorHandler(app)
  app.get('/', (asked, reply) => sendCached(asked, reply, long))
  app.get('/late', async (asked, reply) => {
    late.begun.push(once(reply.raw, 'close'))
    await late.mayGoOn.promise
    return sendCached(asked, reply, long)
  })
  address = await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(() => app.close())

const open: IncomingMessage[] = []
afterEach(() => {
  for (const response of open.splice(0)) response.destroy()
})

/** Asks for the long response from a network, plain unless other headers say so, and reads no more than its head. */
async function ask(network: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const [response] = await once(get(address, { headers: { 'x-forwarded-for': network, ...headers } }), 'response')
  open.push(response)
  return response
}
/** The same, again and again until the slots of callers that have gone are free. */
const askUntilSent = (network: string) =>
  vi.waitFor(async () => {
    const response = await ask(network)
    expect(response.statusCode).toBe(200)
    return response
  })
const statusOf = async (network: string) => {
  const response = await ask(network)
  if (response.statusCode !== 200) response.resume()
  return response.statusCode
}

test('two plain responses at once go to one network and four to all, the next are told when to come again', async () => {
  expect([await statusOf('10.0.0.1'), await statusOf('10.0.0.1')]).toEqual([200, 200])
  const refused = await ask('10.0.0.1')
  expect(refused.statusCode).toBe(503)
  expect(refused.headers).toMatchObject({ 'retry-after': '5', 'cache-control': 'no-store' })
  expect(refused.headers.etag).toBeUndefined()
  expect(JSON.parse(String(await buffer(refused)))).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('accept gzip'),
  })
  expect([await statusOf('10.0.0.2'), await statusOf('10.0.0.3'), await statusOf('10.0.0.4')]).toEqual([200, 200, 503])
})

test('who reads gzip, has a current copy or asks for the head alone is served while all slots are taken', async () => {
  for (const network of ['10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.2']) expect(await statusOf(network)).toBe(200)
  const packed = await ask('10.0.0.1', { 'accept-encoding': 'gzip' })
  expect(gunzipSync(await buffer(packed)).length).toBe(LENGTH * PIECE_LENGTH)
  const { etag = '' } = packed.headers
  const current = await ask('10.0.0.1', { 'if-none-match': etag })
  expect([current.statusCode, (await buffer(current)).length]).toEqual([304, 0])
  const [head] = await once(
    request(address, { method: 'HEAD', headers: { 'x-forwarded-for': '10.0.0.1' } }).end(),
    'response',
  )
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(LENGTH * PIECE_LENGTH)])
})

test('a caller that goes away leaves its slot to another, and so does one that has read all', async () => {
  const [gone, reading] = [await ask('10.0.0.1'), await ask('10.0.0.1')]
  expect(await statusOf('10.0.0.1')).toBe(503)
  gone.destroy()
  await vi.waitFor(async () => expect(await statusOf('10.0.0.1')).toBe(200))
  expect(reading.headers['content-length']).toBe(String(LENGTH * PIECE_LENGTH))
  expect((await buffer(reading)).equals(Buffer.from(pieces.join('')))).toBe(true)
  await vi.waitFor(async () => expect(await statusOf('10.0.0.1')).toBe(200))
})

test('callers that read slowly beside each other have every byte of it', async () => {
  const readers = await Promise.all(['10.0.0.1', '10.0.0.1', '10.0.0.2'].map(askUntilSent))
  const read = readers.map((): Buffer[] => [])
  const bodies = readers.map((reader) => reader[Symbol.asyncIterator]())
  // One chunk of each in turn: none reads faster than the others.
  for (let ended = 0; ended < bodies.length; ) {
    ended = 0
    for (const [index, body] of bodies.entries()) {
      const { done, value } = await body.next()
      if (done) ended += 1
      else read[index]?.push(value)
    }
  }
  const whole = Buffer.from(pieces.join(''))
  expect(read.map((chunks) => Buffer.concat(chunks).equals(whole))).toEqual([true, true, true])
})

test('a connection has a slot for the response whose turn it is, not for those behind it', async () => {
  const connections = ['10.0.0.1', '10.0.0.2'].map((network) => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1').pause()
    onTestFinished(() => void socket.destroy())
    socket.write(`GET / HTTP/1.1\r\nhost: a\r\nx-forwarded-for: ${network}\r\n\r\n`.repeat(2))
    return socket
  })
  await Promise.all(connections.map((socket) => once(socket, 'readable')))
  expect([await statusOf('10.0.0.3'), await statusOf('10.0.0.4'), await statusOf('10.0.0.5')]).toEqual([200, 200, 503])
  for (const socket of connections) socket.destroy()
  await askUntilSent('10.0.0.5')
})

test('a caller that reads nothing for long leaves its slot to another, and one that reads slowly has every byte', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const [stalled, slow] = await Promise.all([askUntilSent('10.0.0.1'), askUntilSent('10.0.0.1')])
  const ended = once(stalled, 'error')
  const read: Buffer[] = []
  let before = 0
  for await (const chunk of slow) {
    read.push(chunk)
    const bytes = read.reduce((sum, { length }) => sum + length, 0)
    if (bytes - before < 8 * PIECE_LENGTH) continue
    before = bytes
    vi.advanceTimersByTime(20_000)
  }
  expect(Buffer.concat(read).equals(Buffer.from(pieces.join('')))).toBe(true)
  expect(stalled.complete).toBe(false)
  stalled.resume()
  await ended
  expect(await Promise.all([askUntilSent('10.0.0.1'), askUntilSent('10.0.0.1')])).toHaveLength(2)
})

test('callers that go away while their response is made keep no slot', async () => {
  for (const network of ['10.0.0.1', '10.0.0.1', '10.0.0.2', '10.0.0.2']) {
    const before = late.begun.length
    const asked = get(`${address}/late`, { headers: { 'x-forwarded-for': network } }).on('error', () => undefined)
    await vi.waitFor(() => expect(late.begun).toHaveLength(before + 1))
    asked.destroy()
  }
  await Promise.all(late.begun)
  late.mayGoOn.resolve()
  await setImmediate()
  expect(await statusOf('10.0.0.3')).toBe(200)
})

test('a network that reads plain responses without end is told when to come again, and others are served', async () => {
  let refused: IncomingMessage | undefined
  // The server may notice late that a caller has gone; then it says 503 once more.
  for (let count = 0; !refused && count < 500; count += 1) {
    const response = await ask('10.0.0.9')
    const closed = once(response, 'close')
    if (response.statusCode === 429) refused = response
    response.destroy()
    await closed
  }
  expect(refused).toBeDefined()
  expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(0)
  await vi.waitFor(async () => expect(await statusOf('10.0.0.10')).toBe(200))
})
