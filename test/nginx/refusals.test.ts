import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { connect } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { errorSchema } from '../../contract/wire/error.ts'
import { findOptional } from '../../scripts/optional-programs.ts'
import { securityHeaders } from '../../server/platform/http/security-headers.ts'
import { applicationForm, form } from '../factories.ts'
import { openSlowSenders } from '../requests/slow-senders.ts'
import { startTcpProxy, type TcpProxy } from '../requests/tcp-proxy.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { type Nginx, startNginx } from './nginx.ts'

const program = findOptional('nginx')
const FORMS = ['/api/submit-application', '/api/recovery/resubmit', '/api/my-application/resume']
const TOO_LARGE = Buffer.alloc(13 * 1024 * 1024)

describe.skipIf(!program)('nginx, with the files of deploy/nginx,', () => {
  let app: TestApp
  let proxy: TcpProxy
  let nginx: Nginx
  beforeAll(async () => {
    app = await startTestApp()
    proxy = await startTcpProxy(Number(new URL(app.url).port))
    nginx = await startNginx(program as string, proxy.url)
  })
  afterAll(async () => {
    await nginx.stop()
    await proxy.stop()
    await app.stop()
  })

  test('passes on the responses of Wellhead unchanged, refusals too', async () => {
    const request = (path: string, init?: RequestInit) => fetch(nginx.url + path, init)
    expect((await request('/api/submit-application', { method: 'POST', body: applicationForm() })).status).toBe(201)
    const withoutScript = await request('/apply', { method: 'POST', body: applicationForm(), redirect: 'manual' })
    expect([withoutScript.status, withoutScript.headers.get('location')]).toEqual([
      303,
      expect.stringMatching(/^\/apply\/sent\?/),
    ])
    const missing = await request('/api/jobs/17')
    expect([missing.status, await missing.json()]).toEqual([404, { message: expect.any(String), code: 'not_found' }])
    const page = await request('/nowhere')
    expect([page.status, (await page.text()).includes('Away for a moment')]).toEqual([404, false])
    expect(page.headers.get('x-frame-options')).toBe('DENY')
    expect((await request('/wellhead-refused/page.html')).status).toBe(404)
  })

  test('refuses a form that is too large in the same words over HTTP/2', async () => {
    const session = connect(nginx.http2Url)
    onTestFinished(() => session.destroy())
    const head = {
      ':method': 'POST',
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': TOO_LARGE.length,
    }
    for (const [path, words] of [
      ['/api/submit-application', 'The resume is larger than 10 MB.'],
      ['/apply', 'That is too large'],
    ]) {
      const request = session.request({ ...head, ':path': path })
      const [headers] = await once(request, 'response')
      expect(headers[':status']).toBe(413)
      expect(await text(request)).toContain(words)
      request.close()
    }
  })

  test('refuses a request that is too large like Wellhead does, and a form with what is wrong', async () => {
    for (const path of [...FORMS, '/api/auth/login']) {
      const response = await fetch(nginx.url + path, { method: 'POST', body: TOO_LARGE })
      const words = path === '/api/auth/login' ? 'The request is too large.' : 'The resume is larger than 10 MB.'
      await expectJsonRefusal(response, 413, 'too_large', words)
      expect(response.headers.get('retry-after')).toBeNull()
    }
    await expectPage(
      await fetch(`${nginx.url}/recovery`, { method: 'POST', body: TOO_LARGE }),
      413,
      'That is too large',
    )
  })

  test('refuses the fifty-first upload of one network with a text that the form shows', async () => {
    const senders = await openSlowSenders(nginx.url, 50)
    onTestFinished(() => senders.stop())
    const send = async (path: string) => {
      const response = await fetch(nginx.url + path, { method: 'POST', body: form({}) })
      if (path === FORMS[0] && response.status !== 429) return send(path)
      return response
    }
    for (const path of FORMS)
      await expectJsonRefusal(await send(path), 429, 'too_many_requests', 'Please try again shortly.')
  })

  test('says that the site is away while no process responds, as JSON and as a page', async () => {
    await proxy.stopListening()
    onTestFinished(() => proxy.listenAgain())
    for (const path of ['/api/applications', '/api/auth/me?x=1', '/api']) {
      const response = await fetch(nginx.url + path)
      expect(response.headers.get('retry-after')).toBe('60')
      await expectJsonRefusal(response, 502, 'unavailable', 'away for a moment')
    }
    const sent = await fetch(`${nginx.url}/api/submit-application`, { method: 'POST', body: applicationForm() })
    await expectJsonRefusal(sent, 502, 'unavailable', 'Please try again in a minute.')
    await expectPage(await fetch(`${nginx.url}/never-requested`), 502, 'Away for a moment')
  })

  test('says so of a process that does not respond in time', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const quicker = { 'read_timeout 60s': 'read_timeout 1s', 'read_timeout 10s': 'read_timeout 1s' }
    const impatient = await startNginx(program as string, `http://127.0.0.1:${port}`, quicker)
    onTestFinished(async () => {
      await impatient.stop()
      silent.closeAllConnections()
      silent.close()
    })
    const [refused, page] = await Promise.all([
      fetch(`${impatient.url}/api/auth/me`),
      fetch(`${impatient.url}/recovery`),
    ])
    await expectJsonRefusal(refused, 504, 'unavailable', 'away for a moment')
    await expectPage(page, 504, 'Away for a moment')
  })

  test('refuses a head that is too large like any malformed request', async () => {
    const headers = { 'x-long': 'x'.repeat(40_000) }
    await expectJsonRefusal(await fetch(`${nginx.url}/api/jobs`, { headers }), 400, 'invalid_request', 'cannot be read')
    await expectPage(await fetch(nginx.url, { headers }), 400, 'That did not work')
  })

  async function expectJsonRefusal(response: Response, status: number, code: string, words: string) {
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8')
    expectHeaders(response)
    const body = errorSchema.parse(await response.json())
    expect(body).toEqual({ message: expect.stringContaining(words), code })
  }

  async function expectPage(response: Response, status: number, title: string) {
    expect(response.status).toBe(status)
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
    expectHeaders(response)
    const text = await response.text()
    expect(text).toContain(`<h1>${title}</h1>`)
    const style = /<style>(.*)<\/style>/.exec(text)?.[1] ?? ''
    const hash = createHash('sha256').update(style).digest('base64')
    expect(response.headers.get('content-security-policy')).toContain(`style-src 'sha256-${hash}'`)
    expect(text).not.toMatch(/nginx|<script|src=/)
  }

  /** The same headers as on every response of Wellhead; the content policy here allows less. */
  function expectHeaders(response: Response) {
    const wanted = securityHeaders({ isHttps: true, hasContentPolicy: false })
    expect(Object.fromEntries(Object.keys(wanted).map((name) => [name, response.headers.get(name)]))).toEqual(wanted)
    expect(response.headers.get('content-security-policy')).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/)
  }
})
