import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { PAGE } from '../../contract/wire/paths.ts'
import { findOptional } from '../../scripts/optional-programs.ts'
import { keyAddresses } from '../requests/key-addresses.ts'
import { startTcpProxy, type TcpProxy } from '../requests/tcp-proxy.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { type Nginx, startNginx } from './nginx.ts'

const program = findOptional('nginx')
const KEY = 'an-address-that-is-a-key'
const POSTED = [PAGE.jobAlert, PAGE.endJobAlert]
const ONE_CLICK = { 'content-type': 'application/x-www-form-urlencoded' }

describe.skipIf(!program)('the logs of nginx, with the files of deploy/nginx,', () => {
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

  test('have no key of an applicant, a subscriber or a calendar, and a line for each request', async () => {
    await openAll(nginx.url)
    await expectNoKey(nginx)
    const access = await nginx.readLog()
    for (const path of [PAGE.jobAlert, PAGE.endJobAlert, PAGE.applicationSent]) expect(access).toContain(`GET ${path} `)
    expect(access).toContain('GET /calendar/ ')
    expect(access).toContain(`POST ${PAGE.endJobAlert} `)
  })

  test('have none while no process responds', async () => {
    await proxy.stopListening()
    onTestFinished(() => proxy.listenAgain())
    expect(new Set(await openAll(nginx.url))).toEqual(new Set([502]))
    await expectNoKey(nginx)
    expect(await nginx.readLog()).toMatch(new RegExp(`"POST ${PAGE.endJobAlert} HTTP/1.1" 502 `))
  })

  test('have none when a process does not respond in time, or breaks its response off', async () => {
    const silent = createServer(({ method }, response) => {
      if (method === 'POST') response.destroy()
    }).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const quicker = { 'read_timeout 60s': 'read_timeout 1s', 'read_timeout 10s': 'read_timeout 1s' }
    const impatient = await startNginx(program as string, `http://127.0.0.1:${port}`, quicker)
    onTestFinished(async () => {
      await impatient.stop()
      silent.closeAllConnections()
      silent.close()
    })
    expect(new Set(await openAll(impatient.url))).toEqual(new Set([502, 504]))
    await expectNoKey(impatient)
  })

  test('have none of a body that is too large', async () => {
    const body = Buffer.alloc(13 * 1024 * 1024)
    for (const path of keyAddresses(KEY)) {
      expect((await fetch(nginx.url + path, { method: 'POST', body })).status).toBe(413)
    }
    await expectNoKey(nginx)
    expect(await nginx.readLog()).toMatch(new RegExp(`"POST ${PAGE.applicationSent} HTTP/1.1" 413 `))
  })

  test('say nothing of a request that is none, in the place of its method', async () => {
    await sendBytes(nginx.url, `${KEY}\r\n\r\n`)
    await sendBytes(nginx.url, `GET${KEY} /?token=${KEY} HTTP/1.1\r\n\r\n`)
    await expectNoKey(nginx)
    expect(await nginx.readLog()).toContain('"-  -" 400 ')
  })

  test('have none of a request without TLS, which is redirected', async () => {
    for (const path of keyAddresses(KEY)) {
      const response = await fetch(nginx.plainUrl + path, { redirect: 'manual' })
      expect([response.status, response.headers.get('location')]).toEqual([308, expect.stringContaining(path)])
    }
    await expectNoKey(nginx)
  })

  test('have none of what a browser requests from a page with one', async () => {
    await proxy.stopListening()
    const pages = await Promise.all(keyAddresses(KEY).map((path) => fetch(nginx.url + path)))
    await proxy.listenAgain()
    pages.push(...(await Promise.all(keyAddresses(KEY).map((path) => fetch(nginx.url + path)))))
    pages.push(await fetch(`${nginx.url}/nowhere?token=${KEY}`))
    for (const { url, headers } of pages) {
      expect(headers.get('referrer-policy'), url).toMatch(/^(no-referrer|strict-origin)$/)
    }
    // For a browser that sends the whole address all the same.
    await fetch(nginx.url, { headers: { referer: nginx.url + keyAddresses(KEY).at(-1) } })
    await expectNoKey(nginx)
  })

  /** Opens every address as a link, and as mail providers do for one click. @returns the statuses */
  async function openAll(url: string): Promise<number[]> {
    const opened = keyAddresses(KEY).map((path) => fetch(url + path, { headers: { accept: 'text/html' } }))
    const posted = keyAddresses(KEY)
      .filter((path) => POSTED.some((page) => path.startsWith(`${page}?`)))
      .map((path) => fetch(url + path, { method: 'POST', headers: ONE_CLICK, body: 'List-Unsubscribe=One-Click' }))
    return Promise.all([...opened, ...posted].map(async (response) => (await response).status))
  }

  /** Sends what no program for the web would send, and waits until nginx closes the connection. */
  async function sendBytes(url: string, bytes: string) {
    const socket = connect(Number(new URL(url).port), '127.0.0.1')
    socket.end(bytes)
    socket.resume()
    await once(socket, 'close')
  }

  /** nginx writes the lines in the order of the requests, so after the last one all are there. */
  async function expectNoKey({ url, readLog, readErrorLog }: Nginx) {
    const last = `/jobs/${Math.random().toString().slice(2)}`
    await fetch(url + last)
    await vi.waitFor(async () => expect(await readLog()).toContain(last))
    const lines = [await readLog(), await readErrorLog()].join('\n').split('\n')
    expect(lines.filter((line) => line.includes(KEY))).toEqual([])
  }
})
