import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../contract/wire/error.ts'
import { APPLICATION_TOKEN_HEADER } from '../../contract/wire/paths.ts'
import { APPLICANT, applicationForm, apply, createJob, jobBody } from '../factories.ts'
import { insertPrivateLink } from '../private-link.ts'
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

const RECEIPT = {
  ...{ reference: 'APP-0001', job: null, name: 'Ana', email: 'ana@example.com', phone: null },
  ...{ time: '2026-03-02T12:00:00.000Z', fileName: null, size: null, sha256: null, keyId: '0'.repeat(16) },
  ...{ checksums: '0'.repeat(80), signature: 'A'.repeat(86) },
}

const INTERVIEW = {
  ...{ date: '2099-03-10', time: '15:00', minutes: 45, timeZone: 'America/Chicago' },
  ...{ kind: 'phone', place: null, interviewers: [] },
}
const { date, time, ...MEETING } = INTERVIEW
const OFFER = { ...MEETING, times: ['10:00', time].map((each) => ({ date, time: each })), lastDay: '2099-03-08' }

const TEXT = { subject: 'News', body: 'Hello' }

/** A body that each endpoint accepts; undefined where it accepts none. */
const RIGHT_BODIES: Record<string, Record<string, unknown>> = {
  'POST /api/auth/login': TEST_ADMIN,
  'POST /api/auth/setup-admin': {},
  'POST /api/auth/change-password': { currentPassword: TEST_ADMIN.password, newPassword: 'a longer phrase' },
  'POST /api/admin/invitations': {
    ...{ displayName: 'Ana Ruiz', email: 'ana@example.com', role: 'recruiter', assignments: [], byMail: false },
  },
  'POST /api/admin/invitations/{id}/renew': { byMail: false },
  'PATCH /api/admin/people/{id}': { displayName: 'Ana Ruiz' },
  'POST /api/join': { username: 'ana.ruiz', password: 'a longer phrase' },
  'POST /api/admin/jobs': { ...jobBody() },
  'PATCH /api/admin/jobs/{id}': { title: 'Another title' },
  'POST /api/admin/jobs/{id}/fill': { hired: null, reject: [{ id: 1 }] },
  'PATCH /api/applications/{id}': { status: 'hired' },
  'PATCH /api/admin/applications/{id}': { archived: true },
  'PUT /api/auth/display-name': { displayName: 'Ana Ruiz' },
  'PUT /api/auth/email': { email: 'me@example.com' },
  'PUT /api/admin/applications/{id}/answered': { answered: true },
  'POST /api/admin/applications/{id}/interviews': INTERVIEW,
  'POST /api/admin/applications/{id}/interview-offers': OFFER,
  'POST /api/my-application/interview-offers/{id}/choice': { startsAt: '2026-03-09T15:00:00.000Z' },
  'POST /api/my-application/interview-offers/{id}/decline': {},
  'PUT /api/admin/interviews/{id}': { ...INTERVIEW, version: 1 },
  'POST /api/admin/interviews/{id}/cancel': { version: 1 },
  'POST /api/my-application/interviews/{id}/response': { response: 'accepted', version: 1 },
  'POST /api/my-application/note': { note: 'More' },
  'POST /api/my-application/withdraw': {},
  'POST /api/my-application/erase': { reference: 'APP-0001' },
  'POST /api/my-application/new-link': { email: 'ana@example.com' },
  'POST /api/recovery/receipt': { receipt: RECEIPT },
  'POST /api/admin/application-changes': { change: { status: 'hired' }, applications: [{ id: 1 }] },
  'POST /api/admin/messages': { applications: [1], subject: 'News', body: 'Hello' },
  'PATCH /api/admin/messages/{id}': { ...TEXT, seen: TEXT },
  'POST /api/admin/messages/actions': { action: 'cancel', ids: [1] },
  'POST /api/admin/messages/preview': { applicationId: 1, subject: 'News', body: 'Hello' },
  'PUT /api/admin/message-templates/{kind}': { subject: 'News', body: 'Hello' },
  'POST /api/admin/mail/test': { to: 'me@example.com' },
  'PATCH /api/admin/settings': {
    settings: {
      answerWithinDays: 7,
      decisionMessages: { reviewing: 'never', interview: 'ask', rejected: 'ask', hired: 'never' },
      digest: { isOn: true, time: '08:00' },
      isPromisePublic: true,
      embeddingSites: ['https://www.example.com'],
      savedQuestions: [],
    },
    version: null,
  },
  'PATCH /api/admin/site-texts': {
    texts: { readers: 'A baker', hiringSteps: [], benefits: [], retention: '', privacy: null, terms: null },
    version: null,
  },
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
  const requests = operations.filter(({ body }) => body?.contentType === 'application/json')
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
