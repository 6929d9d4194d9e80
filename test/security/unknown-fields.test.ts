import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../contract/wire/error.ts'
import { APPLICATION_TOKEN_HEADER } from '../../contract/wire/paths.ts'
import { APPLICANT, applicationForm, apply, createJob } from '../factories.ts'
import { insertPrivateLink } from '../private-link.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../test-app.ts'
import { everyRow, type Operation, readOperations, requestOperation } from './operations.ts'
import { RIGHT_BODIES } from './right-bodies.ts'

/** Fields that an attacker might try to set. An endpoint that takes one of them has it in its right body. */
const UNKNOWN_FIELDS: Record<string, unknown> = {
  id: 7,
  createdAt: '2001-01-01T00:00:00.000Z',
  created_at: '2001-01-01T00:00:00.000Z',
  closedDate: '2001-01-01T00:00:00.000Z',
  archived: true,
  isAdmin: true,
  is_recovery: 1,
  role: 'admin',
  accountId: 1,
  password_hash: 'x',
  contentHash: 'x',
  idempotencyKey: 'x',
  resume: { fileName: 'x' },
  constructor: { prototype: { isAdmin: true } },
}

let app: TestApp
let operations: Operation[]
let headers: { authorization: string }
beforeAll(async () => {
  app = await startTestApp()
  await createJob(app)
  await apply(app)
  operations = await readOperations(app)
  headers = await app.signIn()
})
afterAll(() => app.stop())

test('an unknown field is refused by name, and nothing is changed', async () => {
  const requests = operations.filter(({ body }) => body?.contentType === 'application/json')
  expect(requests.map(({ name }) => name).toSorted(), 'a new endpoint needs a body in right-bodies.ts').toEqual(
    Object.keys(RIGHT_BODIES).toSorted(),
  )
  const before = await everyRow(app)
  let tried = 0
  for (const operation of requests) {
    const right = RIGHT_BODIES[operation.name] ?? {}
    for (const [field, value] of Object.entries(UNKNOWN_FIELDS).filter(([field]) => !(field in right))) {
      const body = JSON.stringify({ ...right, [field]: value })
      const response = await requestOperation(app, operation, { headers, body })
      expect(response.status, `${operation.name} with ${field}`).toBe(400)
      tried += 1
    }
    for (const body of ['{"__proto__":{"isAdmin":true}}', '[]', '"text"', '1', '{"a":', '']) {
      const response = await requestOperation(app, operation, { headers, body })
      expect(response.status, `${operation.name} with ${body}`).toBeGreaterThanOrEqual(400)
      expect(response.status, `${operation.name} with ${body}`).toBeLessThan(500)
      tried += 1
    }
  }
  expect(await everyRow(app)).toEqual(before)
  console.log(`unknown fields: ${tried} bodies on ${requests.length} JSON endpoints refused, no row changed`)
})

test('an unknown form field is refused by name, and nothing is stored', async () => {
  const requests = operations.filter(({ body }) => body?.contentType === 'multipart/form-data')
  expect(requests.map(({ name }) => name).toSorted()).toEqual([
    'POST /api/my-application/resume',
    'POST /api/recovery/resubmit',
    'POST /api/submit-application',
  ])
  const headers = { [APPLICATION_TOKEN_HEADER]: await insertPrivateLink(app.db, 1) }
  const before = await everyRow(app)
  const fields = [...Object.keys(UNKNOWN_FIELDS).filter((field) => field !== 'resume'), 'status', '__proto__']
  for (const operation of requests) {
    for (const field of fields) {
      const body = applicationForm()
      body.append(field, '1')
      const response = await app.request(operation.path, { method: 'POST', headers, body })
      expect(response.status, `${operation.name} with ${field}`).toBe(400)
    }
  }
  expect(await everyRow(app)).toEqual(before)
  expect(await app.storedFiles()).toHaveLength(1)
  console.log(`unknown fields: ${fields.length} form fields on ${requests.length} forms refused, nothing stored`)
})

/** More than a refusal with all of its sentences has, in characters. */
const LONGEST_REFUSAL = 10_000

test('a refusal of very many unknown fields or faults names ten and says how many more there are', async () => {
  const unknown = (count: number, length: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`${index}`.padEnd(length, 'x'), 1]))
  // Nearly as long as the endpoint reads them.
  const bodiesOf = (kilobytes: number) => [
    unknown(kilobytes * 60, 10),
    unknown(kilobytes / 2.5, 2_000),
    { applications: Array(kilobytes * 200).fill(0) },
  ]
  const bodies = { strangers: bodiesOf(30), admins: bodiesOf(250) }
  for (const operation of operations.filter(({ body }) => body?.contentType === 'application/json')) {
    for (const body of operation.opens === 'to all' ? bodies.strangers : bodies.admins) {
      const right = RIGHT_BODIES[operation.name] ?? {}
      const refused = await requestOperation(app, operation, { headers, body: JSON.stringify({ ...right, ...body }) })
      expect([operation.name, refused.status]).toEqual([operation.name, 400])
      expect((await refused.text()).length, operation.name).toBeLessThan(LONGEST_REFUSAL)
    }
  }
  const login = await requestJson('/api/auth/login', { ...TEST_ADMIN, ...unknown(25, 61) })
  const names = Array.from({ length: 25 }, (_, index) => `${index}`.padEnd(60, 'x')).slice(0, 10)
  expect(login.issues).toEqual([{ path: '', message: `Unknown field: ${names.join(', ')} and 15 more` }])
  const query = Array.from({ length: 1_000 }, (_, index) => `q${index}=1`).join('&')
  const listed = await app.request(`${ADMIN_API.applications}?${query}`, { headers })
  expect([listed.status, (await listed.text()).length < LONGEST_REFUSAL]).toEqual([400, true])
})

test('a refusal of a form with very many unknown fields, or with a very long name, is short', async () => {
  const many = applicationForm()
  for (let index = 0; index < 200; index += 1) many.append(`unknown-${index}`, '1')
  const long = applicationForm()
  for (const text of ['first', 'second']) long.append('x'.repeat(10_000), text)
  for (const [body, message] of [
    [many, /Unknown field: unknown-0, .*unknown-9 and 190 more/],
    [long, /^x{100}: Sent twice$/],
  ] as const) {
    const refused = await app.request('/api/submit-application', { method: 'POST', body })
    expect(await refused.json()).toMatchObject({ code: 'invalid_request', message: expect.stringMatching(message) })
  }
})

async function requestJson(path: string, body: object): Promise<ErrorBody> {
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }
  return (await app.request(path, init)).json() as Promise<ErrorBody>
}

test('the endpoints above accept their right bodies', async () => {
  const authorised = { ...headers, 'content-type': 'application/json' }
  const patch = (path: string, body: object) =>
    app.request(path, { method: 'PATCH', headers: authorised, body: JSON.stringify(body) })
  expect((await patch('/api/applications/1', RIGHT_BODIES['PATCH /api/applications/{id}'] ?? {})).status).toBe(200)
  expect((await patch('/api/admin/jobs/1', RIGHT_BODIES['PATCH /api/admin/jobs/{id}'] ?? {})).status).toBe(200)
  const response = await app.request(ADMIN_API.applications, { headers })
  expect(await response.json()).toMatchObject([{ id: 1, name: APPLICANT.name, status: 'hired', archived: false }])
})
