import { request } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applicationForm } from '../factories.ts'
import { sendRaw } from '../requests/raw-request.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { readOperations } from './operations.ts'

const PUBLIC_URL = 'https://careers.example.com:8443'
const STRANGER = 'evil.example'

/** One server with a public address, one as a first start without any settings makes it. */
let site: TestApp
let unset: TestApp
let admin: { authorization: string }
beforeAll(async () => {
  ;[site, unset] = await Promise.all([startTestApp({ publicUrl: PUBLIC_URL }), startTestApp()])
  admin = await site.signIn()
})
afterAll(() => Promise.all([site.stop(), unset.stop()]))

type Sent = { method?: string; host?: string; headers?: Record<string, string>; body?: Buffer | string }

/** Sends a request with any `Host`, which `fetch` does not allow. */
async function send(app: TestApp, path: string, { method = 'GET', host, headers = {}, body }: Sent = {}) {
  const { promise, resolve, reject } = Promise.withResolvers<{ status: number; headers: object; body: string }>()
  const outgoing = request(app.url + path, { method, headers: { ...headers, ...(host !== undefined && { host }) } })
  outgoing.on('error', reject).on('response', async (response) => {
    resolve({ status: response.statusCode ?? 0, headers: response.headers, body: await text(response) })
  })
  outgoing.end(body)
  return promise
}

const me = (host: string) => send(site, '/api/auth/me', { host, headers: admin })

test.each([
  'careers.example.com:8443',
  'careers.example.com',
  'CAREERS.Example.COM:8443',
  'careers.example.com.',
  'careers.example.com.:8443',
  'localhost',
  'localhost:3000',
  'LOCALHOST.',
  'jobs.localhost:3000',
  '127.0.0.1:3000',
  '127.8.9.10',
  '[::1]:3000',
])('private data are sent at %s', async (host) => {
  expect((await me(host)).status).toBe(200)
})

test.each([
  STRANGER,
  'careers.example.com.evil.example',
  'evil-careers.example.com',
  'sub.careers.example.com',
  'localhost.evil.example',
  'notlocalhost',
  '127.0.0.1.evil.example',
  '128.0.0.1',
  '192.168.1.5:3000',
  '[::2]:3000',
  '[::ffff:192.168.1.5]',
  'evil.example@localhost',
  'localhost/evil.example',
  'localhost#evil.example',
  'localhost\\.evil.example',
  'careers.example.com:8443:80',
  ':3000',
  '.',
])('private data are refused at %s', async (host) => {
  const response = await me(host)
  expect(response.status).toBe(421)
  expect(JSON.parse(response.body)).toMatchObject({ code: 'wrong_host', message: expect.stringContaining(PUBLIC_URL) })
})

test('no request that changes or reads private data succeeds for a page of another host, whatever else it claims', async () => {
  const operations = await readOperations(site)
  const isPublic = ({ name }: { name: string }) =>
    /^GET (\/api\/jobs|\/api\/jobs\/\{id\}|\/healthz|\/readyz|\/posting-api\/.*)$/.test(name)
  const claims = { 'x-forwarded-host': 'localhost', 'x-forwarded-for': '127.0.0.1', forwarded: 'host=localhost' }
  const statuses: Record<string, number> = {}
  for (const operation of operations) {
    const [method = '', path = ''] = operation.name.split(' ')
    const address = path.replace(/\{\w+\}/g, '1')
    statuses[operation.name] = (await send(site, address, { method, host: STRANGER, headers: claims })).status
  }
  expect(operations.length).toBeGreaterThan(20)
  expect(operations.filter((operation) => !isPublic(operation) && statuses[operation.name] !== 421)).toEqual([])
  expect(operations.filter((operation) => isPublic(operation) && statuses[operation.name] === 421)).toEqual([])
})

test('a proxy that is trusted cannot vouch for a host either, since a page may send its header itself', async () => {
  const proxied = await startTestApp({ publicUrl: PUBLIC_URL, trustProxy: 1 })
  const headers = { 'x-forwarded-host': 'careers.example.com', 'x-forwarded-for': '203.0.113.7' }
  const refused = await send(proxied, '/api/auth/setup-admin', { method: 'POST', host: STRANGER, headers })
  expect(refused.status).toBe(421)
  const body = Buffer.from(await new Response(applicationForm()).arrayBuffer())
  const boundary = body.subarray(2, body.indexOf('\r\n')).toString()
  const form = { 'content-type': `multipart/form-data; boundary=${boundary}`, ...headers }
  const sendAt = (host: string) =>
    send(proxied, '/api/submit-application', { method: 'POST', host, headers: form, body })
  expect((await sendAt('app-1:3000')).status, 'a Host that the proxy has made up').toBe(421)
  expect((await sendAt('careers.example.com')).status).toBe(201)
  await proxied.stop()
})

test.each([
  '/',
  '/jobs/1',
  '/recovery',
  '/admin/login',
  '/robots.txt',
  '/sitemap.xml',
  '/api/jobs',
  '/nowhere',
  '/healthz',
  '/readyz',
])('%s responds at any host, and never repeats its name', async (path) => {
  for (const headers of [{}, { 'accept-encoding': 'gzip' }] as Record<string, string>[]) {
    const response = await send(site, path, { host: STRANGER, headers })
    expect(response.status).toBe(path === '/nowhere' || path === '/jobs/1' ? response.status : 200)
    expect(JSON.stringify(response.headers) + response.body).not.toContain(STRANGER)
  }
})

test('a redirect and a refusal do not repeat the host either', async () => {
  const responses = [
    await send(site, '/recovery/', { host: STRANGER }),
    await send(site, '/api/auth/me', { host: STRANGER }),
    await send(site, '/api/nowhere', { host: STRANGER }),
  ]
  expect(responses.map(({ status }) => status)).toEqual([308, 421, 404])
  expect(JSON.stringify(responses)).not.toContain(STRANGER)
})

test('postings with a bearer, which show drafts, are private', async () => {
  expect((await send(site, '/api/jobs', { host: STRANGER, headers: admin })).status).toBe(421)
  expect((await send(site, '/api/jobs', { host: 'careers.example.com', headers: admin })).status).toBe(200)
})

test('HTTP/1.0 without a host reads what is public, and nothing else', async () => {
  expect((await sendRaw(site.url, 'GET /readyz HTTP/1.0\r\n\r\n')).status).toBe(200)
  const asAdmin = `GET /api/auth/me HTTP/1.0\r\nauthorization: ${admin.authorization}\r\n\r\n`
  expect((await sendRaw(site.url, asAdmin)).status).toBe(421)
})

test('without PUBLIC_URL an admin who opens the address of the machine sees what to set', async () => {
  const headers = {
    'content-type': 'application/json',
    origin: 'http://192.168.1.5:3000',
    'sec-fetch-site': 'same-origin',
  }
  const body = JSON.stringify({ username: 'admin', password: 'whatever' })
  const response = await send(unset, '/api/auth/login', { method: 'POST', host: '192.168.1.5:3000', headers, body })
  expect(response.status).toBe(421)
  expect(JSON.parse(response.body).message).toMatch(/not set up for the address you use.* sets PUBLIC_URL to it/)
})

const setUpFrom = (headers: Record<string, string>, host = 'careers.example.com') =>
  send(site, '/api/auth/setup-admin', { method: 'POST', host, headers }).then(({ status, body }) => [
    status,
    JSON.parse(body).code,
  ])

test('the origin of a request is compared with the site, also where the proxy leaves the port out', async () => {
  const passes = [403, 'setup_token_wrong']
  expect(await setUpFrom({ origin: PUBLIC_URL })).toEqual(passes)
  expect(await setUpFrom({ origin: PUBLIC_URL }, '127.0.0.1:3000')).toEqual(passes)
  expect(await setUpFrom({ origin: 'http://localhost:3000' }, 'LocalHost:3000')).toEqual(passes)
  const refused = [403, 'cross_site']
  expect(await setUpFrom({ origin: 'https://evil.example' })).toEqual(refused)
  expect(await setUpFrom({ origin: 'https://careers.example.com:9999' })).toEqual(refused)
  expect(await setUpFrom({ origin: 'http://localhost:4000' }, 'localhost:3000')).toEqual(refused)
  expect(await setUpFrom({ origin: 'null' })).toEqual(refused)
  expect(await setUpFrom({ origin: PUBLIC_URL, 'sec-fetch-site': 'cross-site' })).toEqual(refused)
})
