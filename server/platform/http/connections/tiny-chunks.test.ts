import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRaw } from '../../../../test/requests/raw-upload.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

const SIGN_IN = JSON.stringify({ username: 'nobody', password: 'x'.repeat(1_000) })

function head(path: string, more = ''): string {
  return `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n${more}\r\n`
}

const chunksOf = (text: string, size: number) =>
  (text.match(new RegExp(`.{1,${size}}`, 'gs')) ?? []).map((part) => `${part.length.toString(16)}\r\n${part}\r\n`)

test('a body in a thousand chunks is validated by its content', async () => {
  const pieces = [head('/api/auth/login', 'Connection: close\r\n'), ...chunksOf(SIGN_IN, 1), '0\r\n\r\n']
  expect((await sendRaw(app.url, pieces)).status).toBe(400)
  const shorter = JSON.stringify({ username: 'nobody', password: 'x'.repeat(50) })
  const few = [head('/api/auth/login', 'Connection: close\r\n'), ...chunksOf(shorter, 1), '0\r\n\r\n']
  expect((await sendRaw(app.url, few)).status).toBe(401)
})

// The end never comes: only the server can end the connection.
const TINY_CHUNKS = [Buffer.from(chunksOf('x'.repeat(40_000), 1).join('')), 20_000]

test.each([
  ['/api/auth/login', 400],
  ['/api/nothing', 404],
  ['/api/admin/jobs', 401],
])('a body of %s in many thousands of tiny chunks is not read', async (path, expected) => {
  const { status, ms } = await sendRaw(app.url, [head(path), ...TINY_CHUNKS], { insists: true })
  expect(status).toBe(expected)
  expect(ms).toBeLessThan(4_000)
})

test('the rest of a refused form is not read in tiny chunks either', async () => {
  const form = head('/api/submit-application').replace('application/json', 'multipart/form-data; boundary=b')
  const broken = chunksOf('--b\r\n: no header\r\n\r\n', 100)
  const { status, ms } = await sendRaw(app.url, [form, ...broken, 300, ...TINY_CHUNKS], { insists: true })
  expect(status).toBe(400)
  expect(ms).toBeLessThan(4_000)
})

test('a refused form gets its reason, however many packets are still to come', async () => {
  const form = head('/api/submit-application', 'Connection: close\r\n').replace(
    'application/json',
    'multipart/form-data; boundary=b',
  )
  const part = '--b\r\nContent-Disposition: form-data; name="other"; filename="x.pdf"\r\n\r\n'
  const packets = Buffer.from(chunksOf('x'.repeat(1_400 * 3_000), 1_400).join(''))
  const pieces = [form, ...chunksOf(part, 500), packets, ...chunksOf('\r\n--b--\r\n', 100), '0\r\n\r\n']
  const response = await sendRaw(app.url, pieces)
  expect([response.status, response.body]).toEqual([400, expect.stringContaining('Unknown field')])
})
