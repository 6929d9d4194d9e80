import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRaw } from '../../../test/requests/raw-request.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

const LOGO = '<svg xmlns="http://www.w3.org/2000/svg"/>'

let app: TestApp
let folder: string
let logoFile: string
let script: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-logo-'))
  logoFile = join(folder, '.our logo 100 %.svg')
  await writeFile(logoFile, LOGO)
  app = await startTestApp({ logoFile })
  script = /src="(\/assets\/[^"]+\.js)"/.exec(await (await app.request('/')).text())?.[1] ?? 'none'
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.request(path, { method, headers: { 'accept-encoding': 'identity', ...headers } })

test.each([
  ['br', 'gzip, deflate, br', 'br'],
  ['gzip', 'gzip', 'gzip'],
  ['nothing', 'identity', null],
])(
  'a built file encoded as %s has the same content, and caches may store it for ever',
  async (_, accepted, encoding) => {
    const response = await read(script, { 'accept-encoding': accepted })
    expect(response.status).toBe(200)
    expect(response.headers.get('content-encoding')).toBe(encoding)
    expect(response.headers.get('vary')).toBe('accept-encoding')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(response.headers.get('content-type')).toBe('application/javascript; charset=utf-8')
    expect(await response.text()).toBe(await (await read(script)).text())
  },
)

test('a file without a hash in its name is revalidated at each use, and not sent again', async () => {
  const response = await read('/theme.js', { 'accept-encoding': 'br' })
  expect(response.headers.get('cache-control')).toBe('no-cache')
  // Not by `fetch`, which bypasses its cache when a request has an ETag.
  const again = await sendRaw(
    app.url,
    `GET /theme.js HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\nConnection: close\r\nIf-None-Match: ${response.headers.get('etag')}\r\n\r\n`,
  )
  expect([again.status, again.body]).toEqual([304, ''])
})

test('HEAD sends the headers of GET without the file', async () => {
  const [head, get] = [await read(script, {}, 'HEAD'), await read(script)]
  expect(head.headers.get('content-length')).toBe(String((await get.arrayBuffer()).byteLength))
  expect(await head.text()).toBe('')
})

test("the company's logo is served under one address, whatever its name", async () => {
  const response = await read('/logo')
  expect([response.status, await response.text()]).toEqual([200, LOGO])
  expect(response.headers.get('content-type')).toBe('image/svg+xml')
  expect(response.headers.get('cache-control')).toBe('no-cache')
  await rm(logoFile)
  expect((await read('/logo')).status).toBe(404)
})

test('a range request gets the whole file, and a failed If-Match gets 412', async () => {
  const part = await read(script, { range: 'bytes=0-9' })
  expect([part.status, await part.text()]).toEqual([200, await (await read(script)).text()])
  expect((await read(script, { 'if-match': '"another"' })).status).toBe(412)
})

test('other files of the folder and paths without a file are 404', async () => {
  const paths = [
    '/index.html',
    '/assets',
    '/assets/.',
    `${script}.br`,
    `${script}.gz`,
    `${script}.map`,
    '/assets/none.js',
    '/assets/..%2findex.html',
    '/assets%2f..%2findex.html',
  ]
  for (const path of paths) expect([path, (await read(path)).status]).toEqual([path, 404])
})
