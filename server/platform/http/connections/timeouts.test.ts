import { connect } from 'node:net'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { fixture } from '../../../../test/factories.ts'
import { HONEST_FIELDS, sendRaw, wireBody, wireHead } from '../../../../test/requests/raw-upload.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'
import { TIMEOUTS, type Timeouts } from './timeouts.ts'

const SHORT: Timeouts = {
  ...TIMEOUTS,
  requestMs: 1_500,
  headersMs: 600,
  idleMs: 700,
  lingerMs: 500,
  checkingMs: 100,
}
const FORM = wireBody([...HONEST_FIELDS, { name: 'resume', filename: 'cv.pdf', content: fixture('resume.pdf') }])
const HEAD = wireHead({ 'Content-Length': FORM.length })

let app: TestApp
beforeEach(async () => {
  app = await startTestApp({}, null, SHORT)
})
afterEach(() => app.stop())

const inDrops = (bytes: Buffer, count: number, pause: number) =>
  Array.from({ length: count }, (_, index) => [
    pause,
    bytes.subarray((bytes.length * index) / count, (bytes.length * (index + 1)) / count),
  ]).flat()
const expectNoFiles = () => vi.waitFor(async () => expect(await app.storedFiles()).toEqual([]))

test('a slow but steady sender gets through', async () => {
  await app.stop()
  // It takes longer than a sender may be idle, and far less than a request may take, also on a busy machine.
  app = await startTestApp({}, null, { ...SHORT, requestMs: 60_000, idleMs: 1_500 })
  expect(await sendRaw(app.url, [HEAD, ...inDrops(FORM, 9, 200)])).toMatchObject({ status: 201 })
})

test('a sender that falls idle in the middle of a file is cut off, and no file stays', async () => {
  const { status, ms } = await sendRaw(app.url, [HEAD, FORM.subarray(0, 1_000)])
  expect(status).toBe(0)
  expect(ms).toBeLessThan(1_400)
  await expectNoFiles()
})

test('a sender of tiny amounts is cut off after the timeout of one request, and no file stays', async () => {
  const { status, ms } = await sendRaw(app.url, [HEAD, ...inDrops(FORM, 20, 200)])
  expect(status).toBe(408)
  expect(ms).toBeLessThan(2_500)
  await expectNoFiles()
})

test('a sender that does not finish its headers is cut off', async () => {
  const headers = Array.from({ length: 20 }, (_, index) => [100, `X-${index}: y\r\n`]).flat()
  const { status, ms } = await sendRaw(app.url, ['POST /api/submit-application HTTP/1.1\r\n', ...headers])
  expect(status).toBe(408)
  expect(ms).toBeLessThan(1_400)
})

test.each([
  ['says that it is far too long', wireHead({ 'Content-Length': 1e9, Connection: undefined })],
  [
    'does not say how long it is',
    wireHead({ 'Transfer-Encoding': 'chunked', 'Content-Encoding': 'gzip', Connection: undefined }),
  ],
])(
  'a body that %s gets its response at once, is read for a moment, then its connection closes',
  async (_what, head) => {
    const { promise, resolve } = Promise.withResolvers<number>()
    const started = performance.now()
    const socket = connect(Number(new URL(app.url).port), '127.0.0.1')
    let answered = 0
    socket.on('error', () => {}).on('close', () => resolve(performance.now() - started))
    socket.once('data', () => {
      answered = performance.now() - started
    })
    socket.write(head)
    const sending = setInterval(() => socket.write('10\r\n0123456789abcdef\r\n'), 50)
    const closed = await promise
    clearInterval(sending)
    expect(answered).toBeGreaterThan(0)
    expect(answered).toBeLessThan(400)
    expect(closed - answered).toBeGreaterThan(400)
    expect(closed).toBeLessThan(1_400)
  },
)

test('a refused body of a possible size is read to its end, so that a browser reads the response', async () => {
  const refusing = await startTestApp({ minFreeDiskBytes: Number.MAX_SAFE_INTEGER }, null, SHORT)
  const head = wireHead({ 'Content-Length': FORM.length, Connection: undefined })
  const drops = inDrops(FORM, 5, 200)
  const { status, sent, ms } = await sendRaw(refusing.url, [head, ...drops, 50], { insists: true })
  expect({ status, sent }).toEqual({ status: 503, sent: drops.length + 2 })
  expect(ms).toBeGreaterThan(2 * SHORT.lingerMs - 50)
  await refusing.stop()
})

test('the body of an early refused request with Connection: close is read to its end, then the connection closes', async () => {
  const { promise, resolve } = Promise.withResolvers<number>()
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () => socket.write(head))
  const head = 'POST /api/admin/jobs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 4\r\n\r\n'
  let ended = 0
  socket.on('error', () => {}).on('close', () => resolve(performance.now() - ended))
  socket.once('data', (response) => {
    expect(String(response)).toMatch(/^HTTP\/1\.1 401 /)
    ended = performance.now()
    socket.write('body')
  })
  // Well before the idle timeout.
  expect(await promise).toBeLessThan(SHORT.idleMs / 2)
})

describe('a body that is never idle but too slow', () => {
  const STRICT: Timeouts = { ...SHORT, requestMs: 20_000, idleMs: 5_000, bodyWindowMs: 500, minBodyBytes: 1_000 }
  let strict: TestApp
  beforeEach(async () => {
    strict = await startTestApp({}, null, STRICT)
  })
  afterEach(() => strict.stop())

  const drops = Array.from({ length: 200 }, () => [50, 'x']).flat()

  test('is aborted with a response that says what to do, and no file stays', async () => {
    const { status, body, ms } = await sendRaw(strict.url, [HEAD, FORM.subarray(0, 1_000), ...drops])
    expect(status).toBe(400)
    expect(JSON.parse(body)).toEqual({
      code: 'too_slow',
      message: expect.stringMatching(/^The form came too slowly and was stopped\. Please send it again over a better/),
    })
    expect(ms).toBeLessThan(STRICT.idleMs)
    await vi.waitFor(async () => expect(await strict.storedFiles()).toEqual([]))
  })

  test('has its connection closed soon after its response, even while it goes on', async () => {
    const head = wireHead({ 'Content-Length': FORM.length, Connection: undefined })
    const { status, ms } = await sendRaw(strict.url, [head, FORM.subarray(0, 1_000), ...drops], { insists: true })
    expect(status).toBe(400)
    expect(ms).toBeLessThan(STRICT.idleMs)
  })

  test.each([
    ['was invited to come', wireHead({ 'Content-Length': FORM.length, Expect: '100-continue' }), 400],
    [
      'is no form',
      'POST /api/auth/login HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n',
      408,
    ],
    ['is refused already', 'POST /api/admin/jobs HTTP/1.1\r\nHost: localhost\r\nContent-Length: 900\r\n\r\n', 401],
  ])('is aborted too when it %s', async (_what, head, expected) => {
    const { status, ms } = await sendRaw(strict.url, [head, ...drops], { insists: true })
    expect(status).toBe(expected)
    expect(ms).toBeLessThan(STRICT.idleMs)
  })

  test('gets through when it is fast enough, however long it takes', async () => {
    const content = Buffer.concat([fixture('resume.txt'), Buffer.alloc(20_000, '\n')])
    const form = wireBody([...HONEST_FIELDS, { name: 'resume', filename: 'cv.txt', content }])
    // The other form takes text.
    const head = wireHead({ 'Content-Length': form.length }).replace('submit-application', 'recovery/resubmit')
    const { status, ms } = await sendRaw(strict.url, [head, ...inDrops(form, 12, 125)])
    expect(ms).toBeGreaterThan(2 * STRICT.bodyWindowMs)
    expect(status).toBe(201)
  })
})
