import { afterAll, beforeAll, expect, test } from 'vitest'
import { growsTooFast } from '../growth.ts'
import { sendRaw } from '../requests/raw-request.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ setupToken: 'a-long-enough-secret', trustProxy: 1 })
})
afterAll(() => app.stop())

/** What is repeated: the characters that addresses, headers, parameters, lists, quotations and numbers are made of. */
const REPEATED = [
  ...'/\\?&=;,.:%*+-_@#"\'()[]{}<>~|^`!$ \t',
  ...['a', '1', 'a/', '../', '//a', '%2f', '%2e/', '%25', '%', 'a=', 'a=1&', 'a;', ';a=', 'a="', '\\"', 'a=";'],
  ...[
    '*,',
    'W/',
    'W/"a",',
    'q=',
    ';q=0.1,',
    'gzip;q=',
    'bytes=',
    '0-,',
    '1.',
    '1.1.1.1, ',
    '::',
    'a@',
    'Bearer ',
    ' \t',
  ],
]

/** Every header that is read, by an address where it is. */
const HEADERS = {
  '/': ['Accept', 'Accept-Encoding', 'Content-Type', 'Idempotency-Key', 'If-None-Match', 'Origin', 'Sec-Fetch-Site'],
  '/theme.js': ['Accept-Encoding', 'If-Match', 'If-Modified-Since', 'If-None-Match', 'If-Range', 'Range'],
  '/api/applications': ['Authorization', 'Cookie', 'X-Forwarded-For', 'X-Forwarded-Host'],
}

/** As much as Node takes of address and headers together, less what the rest of the request needs. */
const LONGEST_HEAD = 15_800

/** A busy machine may take long; what is measured is processor time. */
const TIMEOUT_MS = 50_000

type Request = { line: string; headers?: Record<string, string>; body?: string }

function send({ line, headers = {}, body }: Request) {
  const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) }
  const all = { Host: 'x', Connection: 'close', ...length, ...headers }
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return sendRaw(app.url, `${line} HTTP/1.1\r\n${head.join('')}\r\n${body ?? ''}`, TIMEOUT_MS)
}

/** What takes more than linear time when a part of the request is repeated. */
async function slowOnes(
  requestWith: (text: string) => Request,
  { repeated = REPEATED, longest = LONGEST_HEAD }: { repeated?: string[]; longest?: number } = {},
): Promise<string[]> {
  const slow: string[] = []
  for (const unit of repeated) {
    const work = (length: number) => send(requestWith(unit.repeat(length / unit.length)))
    if (await growsTooFast(work, longest)) slow.push(unit)
  }
  return slow
}

/** A space would end the address. */
const inAddress = (text: string) => text.replaceAll(' ', '+').replaceAll('\t', '+')

test.each([
  ['GET /', ''],
  ['GET /a', 'b/'],
  ['GET /jobs/', '/'],
  ['GET /assets/', ''],
  ['GET /api/jobs/', ''],
  ['GET /?', ''],
  ['GET /api/jobs?active=', ''],
  ['GET http://', '/'],
])('the time for the address %s...%s grows no faster than the address', async (before, after) => {
  expect(await slowOnes((text) => ({ line: before + inAddress(text) + after }))).toEqual([])
})

test.each(Object.entries(HEADERS))('the time for a header of GET %s grows no faster', async (path, names) => {
  for (const name of names) {
    const slow = await slowOnes((text) => ({ line: `GET ${path}`, headers: { [name]: `${text}x` } }))
    expect(slow, name).toEqual([])
  }
})

test.each([
  ['POST /api/auth/login', 'Origin', 'http://'],
  ['POST /api/auth/setup-admin', 'X-Setup-Token', ''],
  ['POST /api/auth/login', 'Content-Type', 'application/json;'],
  ['POST /api/submit-application', 'Content-Type', 'multipart/form-data; boundary='],
  ['POST /api/submit-application', 'Content-Type', 'multipart/form-data;'],
])('the time for %s with the header %s: %s... grows no faster', async (line, name, start) => {
  expect(await slowOnes((text) => ({ line, headers: { [name]: start + text }, body: '{}' }))).toEqual([])
})

/** Marks that stand in an order other than the one in which Unicode writes them: sorting them may take quadratic time. */
const MARKS = ['\u0315\u0300', '\u0345\u0300', '\u0344\u0300']

test.each(['username', 'password'])('the time for the %s of a sign-in grows no faster', async (field) => {
  const headers = { 'Content-Type': 'application/json' }
  const requestWith = (text: string) => {
    const body = JSON.stringify({ username: 'ada', password: 'wrong password', [field]: `a${text}` })
    return { line: 'POST /api/auth/login', headers, body }
  }
  const options = { repeated: [...MARKS, ' ', 'a', '\u0000', '\u200b', '\ufdfa'], longest: 24_000 }
  expect(await slowOnes(requestWith, options)).toEqual([])
})

test.each(['name', 'email', 'phone', 'note', 'jobId', 'website'])(
  'the time for the %s of an application grows no faster',
  async (field) => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=B' }
    const requestWith = (text: string) => {
      const fields = { name: 'Ada', email: 'ada@example.com', phone: '+1 432 555 0117', [field]: `a${text}` }
      const parts = Object.entries(fields).map(
        ([name, value]) => `--B\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
      )
      return { line: 'POST /api/submit-application', headers, body: `${parts.join('')}--B--\r\n` }
    }
    const options = {
      repeated: [...MARKS, ' ', 'a', 'a@', 'a.', '\t\r\n', '\u0000', '\u200b', '\ufdfa'],
      longest: 20_000,
    }
    expect(await slowOnes(requestWith, options)).toEqual([])
  },
)

test.each(['name', 'filename'])('the time for the %s in the head of a part grows no faster', async (parameter) => {
  const headers = { 'Content-Type': 'multipart/form-data; boundary=B' }
  const requestWith = (text: string) => {
    const part = `--B\r\nContent-Disposition: form-data; name="resume"; ${parameter}="${text}\r\nContent-Type: ${text}`
    return { line: 'POST /api/submit-application', headers, body: `${part}\r\n\r\n%PDF-1.4\r\n--B--\r\n` }
  }
  expect(await slowOnes(requestWith, { longest: 30_000 })).toEqual([])
})
