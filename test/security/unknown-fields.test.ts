import { afterAll, beforeAll, expect, test } from 'vitest'
import { API } from '../../contract/paths.ts'
import { APPLICANT, applicationForm, apply, createJob, jobBody } from '../factories.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../test-app.ts'
import { everyRow, type Operation, readOperations, requestOperation } from './operations.ts'

/** Fields that an attacker might try to set. An endpoint that takes one of them has it in its body below. */
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

/** A body that each endpoint accepts; undefined where it accepts none. */
const RIGHT_BODIES: Record<string, Record<string, unknown>> = {
  'POST /api/auth/login': TEST_ADMIN,
  'POST /api/auth/setup-admin': {},
  'POST /api/auth/change-password': { currentPassword: TEST_ADMIN.password, newPassword: 'a longer phrase' },
  'POST /api/admin/jobs': { ...jobBody() },
  'PATCH /api/admin/jobs/{id}': { title: 'Another title' },
  'PATCH /api/applications/{id}': { status: 'hired' },
  'PATCH /api/admin/applications/{id}': { archived: true },
  'POST /api/admin/application-changes': { change: { status: 'hired' }, applications: [{ id: 1 }] },
  'POST /api/admin/applications/delete': { applications: [{ id: 1 }] },
  'POST /api/admin/applications/resumes': { applications: [{ id: 1 }] },
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
  const requests = operations.filter(({ takes }) => takes === 'application/json')
  expect(requests.map(({ name }) => name).toSorted(), 'a new endpoint needs a body above').toEqual(
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
  const requests = operations.filter(({ takes }) => takes === 'multipart/form-data')
  const before = await everyRow(app)
  const fields = [...Object.keys(UNKNOWN_FIELDS).filter((field) => field !== 'resume'), 'status', '__proto__']
  for (const operation of requests) {
    for (const field of fields) {
      const body = applicationForm()
      body.append(field, '1')
      const response = await app.request(operation.path, { method: 'POST', body })
      expect(response.status, `${operation.name} with ${field}`).toBe(400)
    }
  }
  expect(await everyRow(app)).toEqual(before)
  expect(await app.storedFiles()).toHaveLength(1)
  console.log(`unknown fields: ${fields.length} form fields on ${requests.length} forms refused, nothing stored`)
})

test('the endpoints above accept their right bodies', async () => {
  const authorised = { ...headers, 'content-type': 'application/json' }
  const patch = (path: string, body: object) =>
    app.request(path, { method: 'PATCH', headers: authorised, body: JSON.stringify(body) })
  expect((await patch('/api/applications/1', RIGHT_BODIES['PATCH /api/applications/{id}'] ?? {})).status).toBe(200)
  expect((await patch('/api/admin/jobs/1', RIGHT_BODIES['PATCH /api/admin/jobs/{id}'] ?? {})).status).toBe(200)
  const response = await app.request(API.applications, { headers })
  expect(await response.json()).toMatchObject([{ id: 1, name: APPLICANT.name, status: 'hired', archived: false }])
})
