import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sendRaw } from '../../../test/raw-request.ts'
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
  script = /src="(\/assets\/[^"]+\.js)"/.exec(await (await app.call('/')).text())?.[1] ?? 'none'
})
afterAll(async () => {
  await app.stop()
  await rm(folder, { recursive: true })
})

const read = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
  app.call(path, { method, headers: { 'accept-encoding': 'identity', ...headers } })

test.each([
  ['br', 'gzip, deflate, br', 'br'],
  ['gzip', 'gzip', 'gzip'],
  ['nothing', 'identity', null],
])('a built file that is compressed as %s is the same file, and is kept for ever', async (_, accepted, encoding) => {
  const answer = await read(script, { 'accept-encoding': accepted })
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-encoding')).toBe(encoding)
  expect(answer.headers.get('vary')).toBe('accept-encoding')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  expect(answer.headers.get('content-type')).toBe('application/javascript; charset=utf-8')
  expect(await answer.text()).toBe(await (await read(script)).text())
})

test('a file whose name says nothing of its content is asked for again each time, and not sent again', async () => {
  const answer = await read('/theme.js', { 'accept-encoding': 'br' })
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  // Not by `fetch`, which asks for a fresh copy as soon as it is given a tag.
  const again = await sendRaw(
    app.url,
    `GET /theme.js HTTP/1.1\r\nHost: x\r\nAccept-Encoding: br\r\nConnection: close\r\nIf-None-Match: ${answer.headers.get('etag')}\r\n\r\n`,
  )
  expect([again.status, again.body]).toEqual([304, ''])
})

test('HEAD tells of a file what GET does, without it', async () => {
  const [head, get] = [await read(script, {}, 'HEAD'), await read(script)]
  expect(head.headers.get('content-length')).toBe(String((await get.arrayBuffer()).byteLength))
  expect(await head.text()).toBe('')
})

test("the company's logo is served under one address, whatever its name", async () => {
  const answer = await read('/logo')
  expect([answer.status, await answer.text()]).toEqual([200, LOGO])
  expect(answer.headers.get('content-type')).toBe('image/svg+xml')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  await rm(logoFile)
  expect((await read('/logo')).status).toBe(404)
})

test('a file is sent whole to whoever asks for a part of it, and not at all to whoever wants another', async () => {
  const part = await read(script, { range: 'bytes=0-9' })
  expect([part.status, await part.text()]).toEqual([200, await (await read(script)).text()])
  expect((await read(script, { 'if-match': '"another"' })).status).toBe(412)
})

test('what lies beside the files, or is no file, is not found', async () => {
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
