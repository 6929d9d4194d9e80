import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRaw } from '../requests/raw-request.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ publicUrl: 'https://careers.example.com' })
})
afterAll(() => app.stop())

const HEAD = 'Host: localhost\r\nConnection: close\r\n'
const CHUNKED_JSON = 'Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n'

test.each([
  ['no HTTP at all', 'hello\r\n\r\n', 400],
  ['an unknown method', `BREW / HTTP/1.1\r\n${HEAD}\r\n`, 400],
  ['an unknown version', `GET / HTTP/9.9\r\n${HEAD}\r\n`, 400],
  ['a header without a colon', `GET / HTTP/1.1\r\n${HEAD}broken\r\n\r\n`, 400],
  ['headers that are too large', `GET / HTTP/1.1\r\n${HEAD}X: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['two lengths', `POST /api/auth/login HTTP/1.1\r\n${HEAD}Content-Length: 1\r\nContent-Length: 2\r\n\r\n`, 400],
  [
    'a length and chunks, by which requests are smuggled',
    `POST /api/auth/login HTTP/1.1\r\n${HEAD}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ['a broken chunk', `POST /api/auth/login HTTP/1.1\r\n${HEAD}${CHUNKED_JSON}\r\nzz\r\n`, 400],
  ['an unknown expectation', `GET / HTTP/1.1\r\n${HEAD}Expect: miracles\r\n\r\n`, 417],
  ['no host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 400],
  ['two hosts', `GET / HTTP/1.1\r\nHost: y\r\n${HEAD}\r\n`, 400],
  ['TRACE', `TRACE / HTTP/1.1\r\n${HEAD}\r\n`, 404],
  ['a method that is not ours', `PROPFIND / HTTP/1.1\r\n${HEAD}\r\n`, 404],
  ['an address that cannot be read', `GET /%zz HTTP/1.1\r\n${HEAD}\r\n`, 404],
])('%s gets a plain refusal with every security header, and the connection ends', async (_what, request, status) => {
  const { headers, body, ...response } = await sendRaw(app.url, request)
  expect(response.status).toBe(status)
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000; includeSubDomains')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('connection')).toBe('close')
  expect(headers.has('server')).toBe(false)
  expect(headers.has('x-powered-by')).toBe(false)
  const said = body === '' ? {} : JSON.parse(body)
  expect(Object.keys(said).toSorted()).toEqual(body === '' ? [] : ['code', 'message'])
  expect(body).not.toMatch(/node_modules|node:|\bat /)
})

test('CONNECT and an upgrade open no tunnel', async () => {
  await expect(sendRaw(app.url, `CONNECT example.com:443 HTTP/1.1\r\n${HEAD}\r\n`)).resolves.toMatchObject({ body: '' })
  const upgrade = `GET / HTTP/1.1\r\nHost: localhost\r\nConnection: upgrade, close\r\nUpgrade: websocket\r\n\r\n`
  expect((await sendRaw(app.url, upgrade)).status).toBe(200)
})

test.each([
  ['GET /\\evil.example/ HTTP/1.1', '/evil.example'],
  ['GET //\\evil.example\\/ HTTP/1.1', '/evil.example'],
])('%s is not led to another host: browsers take a backslash for a slash', async (line, target) => {
  const { status, headers } = await sendRaw(app.url, `${line}\r\n${HEAD}\r\n`)
  expect([status, headers.get('location')]).toEqual([308, target])
})
