import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_API, ADMIN_PAGE } from '../../contract/wire/admin-paths.ts'
import { FEED } from '../../contract/wire/feed-paths.ts'
import { ACTIVE_JOBS, API, PAGE } from '../../contract/wire/paths.ts'
import { apply, createJob } from '../factories.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { readOperations } from './operations.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ publicUrl: 'https://careers.example.com' })
  await createJob(app)
  await apply(app)
})
afterAll(() => app.stop())

/** What a browser or a proxy may cache and must revalidate: everything that every visitor may read. */
/** What is the same for all, or for all who are not signed in, may be stored. */
function cacheControlOf(what: string, isPlain: boolean): string {
  const isPublic = [`GET ${API.promise}`, `GET ${POSTINGS}`].includes(what) || (isPlain && PUBLIC_READS.includes(what))
  return isPublic ? 'no-cache' : 'no-store'
}

const POSTINGS = '/posting-api/job-board/permian-edge-controls'
/** What the pages of any site may read. */
const isReadByAll = (what: string) => Object.values<string>(FEED).includes(what) || what.includes(POSTINGS)
/** The path of a described endpoint with values for its parameters. */
const addressOf = (path: string) => path.replace('{id}', '1').replace('/posting-api/job-board/{name}', POSTINGS)

const PUBLIC_READS = [`GET ${API.jobs}`, 'GET /api/jobs/{id}']

/** Pages that need the link of an application or of a job alert, a mail server, or an owner who switches them on. */
const NEEDS_MORE: string[] = [
  PAGE.applicationSent,
  PAGE.jobAlerts,
  PAGE.jobAlert,
  PAGE.endJobAlert,
  PAGE.interviewTimes,
  PAGE.promise,
]

const FOREIGN = { origin: 'https://evil.example', 'access-control-request-method': 'POST' }

async function read(method: string, path: string, headers: Record<string, string> = {}) {
  const init = method === 'POST' || method === 'PATCH' ? { body: 'null' } : {}
  const sent = { ...headers, ...('body' in init && { 'content-type': 'application/json' }) }
  const response = await app.request(path, { method, headers: sent, redirect: 'manual', ...init })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

function expectSecurityHeaders(headers: Headers, what: string): void {
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy.split('; '), what).toEqual(
    expect.arrayContaining(["default-src 'none'", "object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]),
  )
  expect(policy, what).not.toMatch(/unsafe|\*|https?:/)
  const others = [...headers].filter(([name]) => name in EXPECTED)
  const resourcePolicy = isReadByAll(what) ? 'cross-origin' : 'same-origin'
  expect(Object.fromEntries(others), what).toEqual({ ...EXPECTED, 'cross-origin-resource-policy': resourcePolicy })
  const revealing = [...headers.keys()].filter((name) => /^(access-control-|server$|x-powered-by$)/.test(name))
  const toAllSites = ['access-control-allow-origin', 'access-control-expose-headers']
  expect(revealing, what).toEqual(isReadByAll(what) ? toAllSites : [])
}

const EXPECTED = {
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  // The private page of an applicant is stricter.
  'referrer-policy': expect.stringMatching(/^(strict-origin|no-referrer)$/),
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
}

test('every endpoint of the API, signed in and not, sends every security header, and no cache stores personal data', async () => {
  const routes = await readOperations(app)
  expect(routes.length).toBeGreaterThan(20)
  // Sign out and delete last, so that the others have data to return.
  const inOrder = routes.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))
  const seen = new Map<string, number[]>()
  for (const { method, path, opens } of inOrder) {
    const address = addressOf(path)
    const what = `${method} ${address === POSTINGS ? address : path}`
    const [plain, admin] = [await read(method, address), await read(method, address, await app.signIn())]
    for (const response of [plain, admin]) {
      expectSecurityHeaders(response.headers, what)
      expect(response.headers.get('cache-control'), what).toBe(cacheControlOf(what, response === plain))
      if (response.body !== '')
        expect(response.headers.get('content-type'), what).toMatch(/charset=utf-8$|^application\/(?:pdf|zip)$/)
    }
    if (opens !== 'to all') expect([what, plain.status]).toEqual([what, 401])
    seen.set(what, [plain.status, admin.status])
  }
  expect(seen.get(`GET ${ADMIN_API.applications}`)).toEqual([401, 200])
  expect(seen.get('GET /api/applications/{id}/resume')).toEqual([401, 200])
})

test('every page and every other address has every security header', async () => {
  const job = String(await createJob(app))
  const pages = [...Object.values(PAGE), ...Object.values(ADMIN_PAGE)].map((path) => path.replace(':id', job))
  const [script] = /\/assets\/[^"]+\.js/.exec((await read('GET', PAGE.landing)).body) ?? []
  const files = ['/sitemap.xml', '/robots.txt', '/icon.svg', ...Object.values(FEED), script ?? '/no-script']
  for (const path of [...pages, ...files]) {
    const response = await read('GET', path)
    expectSecurityHeaders(response.headers, path)
    expect(response.headers.get('cache-control'), path).toMatch(
      /^(no-cache|no-store|public, max-age=31536000, immutable)$/,
    )
    expect([path, response.status]).toEqual([path, NEEDS_MORE.includes(path) ? 404 : 200])
  }
  for (const path of ['/nowhere', '/recovery/', '/api/nowhere', '/.git/config', '/assets/', '/assets/none.js']) {
    const response = await read('GET', path)
    expectSecurityHeaders(response.headers, path)
    expect([path, response.status]).toEqual([path, path === '/recovery/' || path === '/assets/' ? 308 : 404])
  }
})

test('no other site is allowed anything but the open postings, whatever it requests', async () => {
  const routes = await readOperations(app)
  expect(routes.length).toBeGreaterThan(20)
  for (const { path, method } of routes) {
    const address = addressOf(path)
    if (address === POSTINGS) continue
    const preflight = await read('OPTIONS', address, FOREIGN)
    expect([path, preflight.status]).toEqual([path, 404])
    expectSecurityHeaders(preflight.headers, path)
    const request = await read(method, address, { ...FOREIGN, 'sec-fetch-site': 'cross-site' })
    if (method !== 'GET') expect([path, request.status]).toEqual([path, 403])
    expectSecurityHeaders(request.headers, path)
  }
  const postings = await read('GET', POSTINGS, FOREIGN)
  expectSecurityHeaders(postings.headers, POSTINGS)
  expect(postings.headers.get('access-control-allow-origin')).toBe('*')
  const first = await read('GET', ACTIVE_JOBS)
  const again = await read('GET', ACTIVE_JOBS, { 'if-none-match': first.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
  expectSecurityHeaders(again.headers, '304')
})

test('HSTS is sent only where visitors come by https', async () => {
  const plain = await startTestApp({ publicUrl: 'http://localhost:3000' })
  expect((await plain.request('/')).headers.has('strict-transport-security')).toBe(false)
  await plain.stop()
})
