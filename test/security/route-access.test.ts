import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { API } from '../../contract/wire/paths.ts'
import { apply, createJob } from '../factories.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../test-app.ts'
import { everyRow, type Operation, readOperations, requestOperation } from './operations.ts'

/** The public endpoints. A new one must be added here on purpose. */
const OPEN_TO_ALL = [
  'GET /api/auth/single-sign-on',
  'GET /api/auth/single-sign-on/callback',
  'GET /api/auth/single-sign-on/start',
  'GET /api/colleague-question',
  'GET /api/colleague-question/resume',
  'GET /api/colleague-question/resume-text',
  'GET /api/jobs',
  'GET /api/jobs/{id}',
  'GET /api/join',
  'GET /api/my-application',
  'GET /api/my-application/archive',
  'GET /api/my-application/interviews/{id}/calendar',
  'GET /api/my-application/keeping',
  'GET /api/my-application/resume',
  'GET /api/password-reset',
  'GET /api/promise',
  'GET /api/promise/months',
  'GET /healthz',
  'GET /posting-api/job-board/{name}',
  'GET /readyz',
  'POST /api/auth/login',
  'POST /api/auth/passkey-sign-in',
  'POST /api/auth/passkey-sign-in/options',
  'POST /api/auth/password-reset',
  'POST /api/auth/second-factor',
  'POST /api/auth/second-factor/passkey',
  'POST /api/auth/second-factor/passkey-options',
  'POST /api/auth/setup-admin',
  'POST /api/auth/single-sign-on/finish',
  'POST /api/auth/single-sign-on/join',
  'POST /api/colleague-question/answer',
  'POST /api/colleague-question/code',
  'POST /api/colleague-question/open',
  'POST /api/join',
  'POST /api/my-application/erase',
  'POST /api/my-application/interview-offers/{id}/choice',
  'POST /api/my-application/interview-offers/{id}/decline',
  'POST /api/my-application/interviews/{id}/response',
  'POST /api/my-application/keep',
  'POST /api/my-application/new-link',
  'POST /api/my-application/note',
  'POST /api/my-application/resume',
  'POST /api/my-application/withdraw',
  'POST /api/my-application/withdraw-consent',
  'POST /api/password-reset',
  'POST /api/recovery/receipt',
  'POST /api/recovery/resubmit',
  'POST /api/submit-application',
  'PUT /api/colleague-question/scorecard',
]

const HOUR = 60 * 60 * 1000
const START = Date.parse('2026-03-02T09:00:00Z')

let app: TestApp
let operations: Operation[]
let guarded: Operation[]
beforeAll(async () => {
  app = await startTestApp()
  app.setNow(new Date(START))
  await createJob(app)
  await apply(app)
  operations = await readOperations(app)
  guarded = operations.filter(({ opens }) => opens !== 'to all')
})
afterAll(() => app.stop())

async function signIn() {
  const headers = { 'content-type': 'application/json' }
  const response = await app.request(API.login, { method: 'POST', headers, body: JSON.stringify(TEST_ADMIN) })
  const { token } = (await response.json()) as { token: string }
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
  return { bearer: { authorization: `Bearer ${token}` }, cookie: { cookie } }
}

/** Names of the endpoints that do not return 401. */
async function notRefused(requests: Operation[], headers: Record<string, string>): Promise<string[]> {
  const passed: string[] = []
  for (const operation of requests) {
    const response = await requestOperation(app, operation, { headers })
    if (response.status !== 401) passed.push(`${operation.name}: ${response.status}`)
  }
  return passed
}

test('what is open to all is what is meant to be', () => {
  const open = operations.filter(({ opens }) => opens === 'to all').map(({ name }) => name)
  expect(open.toSorted()).toEqual(OPEN_TO_ALL)
  const byCookie = operations.filter(({ opens }) => opens === 'to bearers and the cookie').map(({ name }) => name)
  expect(byCookie).toEqual(['GET /api/applications'])
})

test('every other endpoint refuses a request without a sign-in, and with anything that only looks like one', async () => {
  const before = await everyRow(app)
  const lookAlikes = [
    '',
    'Bearer',
    'Bearer ',
    'Bearer undefined',
    'Bearer null',
    'Basic YWRtaW46YWRtaW4=',
    `Bearer ${'A'.repeat(43)}`,
  ]
  for (const authorization of lookAlikes) {
    expect(await notRefused(guarded, authorization === '' ? {} : { authorization }), authorization).toEqual([])
  }
  expect(await everyRow(app)).toEqual(before)
  console.log(`access: ${guarded.length} guarded endpoints refused ${lookAlikes.length} kinds of no sign-in each`)
})

test('the cookie opens the list of applications and nothing else, whatever secret is put into it', async () => {
  const { cookie, bearer } = await signIn()
  expect((await app.request(ADMIN_API.applications, { headers: cookie })).status).toBe(200)
  const others = guarded.filter(({ opens }) => opens === 'to bearers')
  expect(await notRefused(others, cookie)).toEqual([])

  const name = cookie.cookie.split('=')[0]
  const token = bearer.authorization.split(' ')[1]
  const secret = cookie.cookie.split('=')[1]
  expect(await notRefused(guarded, { cookie: `${name}=${token}` }), 'the token as a cookie').toEqual([])
  expect(await notRefused(guarded, { authorization: `Bearer ${secret}` }), 'the cookie as a token').toEqual([])
  for (const path of [API.jobs, API.job.replace(':id', '1')]) {
    const [withCookie, without] = [await app.request(path, { headers: cookie }), await app.request(path)]
    expect(await withCookie.text(), path).toBe(await without.text())
  }
  console.log(`access: the cookie was refused on ${others.length} of ${guarded.length} guarded endpoints, all but one`)
})

test('the cookie is not even looked up for the pages of another site, or of another port of this host', async () => {
  app.setNow(new Date(START))
  const { bearer, cookie } = await signIn()
  const wrong = { cookie: `${cookie.cookie.split('=')[0]}=${'A'.repeat(43)}` }
  // By now a session that is found is noted as used.
  app.setNow(new Date(START + 5 * 60_000))
  const uses = () => app.db.selectFrom('sessions').select('last_used_at').orderBy('id').execute()
  const read = async (headers: Record<string, string>) => {
    const response = await app.request(ADMIN_API.applications, { headers })
    return [response.status, await response.text()]
  }
  const [before, refused] = [await uses(), await read({})]
  const elsewhere = [
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': '' },
    { origin: app.url.replace(/\d+$/, '1') },
  ]
  for (const origin of elsewhere) {
    expect([await read({ ...cookie, ...origin }), await read({ ...wrong, ...origin })]).toEqual([refused, refused])
  }
  expect([refused[0], await uses()]).toEqual([401, before])

  for (const site of [{}, { 'sec-fetch-site': 'same-origin' }, { 'sec-fetch-site': 'none' }]) {
    expect((await read({ ...cookie, ...site }))[0], JSON.stringify(site)).toBe(200)
  }
  expect(await uses()).not.toEqual(before)
  for (const origin of elsewhere) expect((await read({ ...bearer, ...origin }))[0], 'a bearer is no cookie').toBe(200)
  app.setNow(new Date(START))
})

test('a sign-in that was revoked opens nothing, neither by token nor by cookie', async () => {
  const { bearer, cookie } = await signIn()
  expect((await app.request(API.me, { headers: bearer })).status).toBe(200)
  await app.request(API.logout, { method: 'POST', headers: bearer })
  expect(await notRefused(guarded, bearer)).toEqual([])
  expect(await notRefused(guarded, cookie)).toEqual([])
  expect((await app.request(API.jobs, { headers: bearer })).status, 'on a public endpoint').toBe(401)
})

test('a sign-in opens nothing after 8 hours unused, nor after 24 hours in use', async () => {
  const idle = await signIn()
  app.setNow(new Date(START + 8 * HOUR))
  expect(await notRefused(guarded, idle.bearer)).toEqual([])
  expect(await notRefused(guarded, idle.cookie)).toEqual([])

  const busy = await signIn()
  for (const hours of [7, 14, 21, 23]) {
    app.setNow(new Date(START + (8 + hours) * HOUR))
    expect((await app.request(API.me, { headers: busy.bearer })).status).toBe(200)
  }
  app.setNow(new Date(START + 32 * HOUR))
  expect(await notRefused(guarded, busy.bearer)).toEqual([])
  expect(await notRefused(guarded, busy.cookie)).toEqual([])
  console.log(`access: ${guarded.length} guarded endpoints refused revoked, idle and aged sign-ins, token and cookie`)
})

test('every endpoint that changes something refuses the pages of another site', async () => {
  const { authorization } = await app.signIn()
  const changing = operations.filter(({ method }) => method !== 'GET')
  expect(changing.length).toBeGreaterThan(20)
  const before = await everyRow(app)
  const origins = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'cross-site', origin: app.url },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${app.url}.evil.example` },
    { origin: app.url.replace('http:', 'http://user@evil.example?') },
  ]
  for (const operation of changing) {
    for (const origin of origins) {
      const response = await requestOperation(app, operation, { headers: { authorization, ...origin } })
      expect([response.status, (await response.json()).code], `${operation.name} ${JSON.stringify(origin)}`).toEqual([
        403,
        'cross_site',
      ])
    }
  }
  expect(await everyRow(app)).toEqual(before)
  console.log(
    `cross-site: ${changing.length} changing endpoints refused ${origins.length} kinds of foreign origin each`,
  )
})
