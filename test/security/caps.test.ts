import { once } from 'node:events'
import { request } from 'node:http'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import type { ErrorBody } from '../../contract/wire/error.ts'
import { MAXIMUM, MOST_QUESTIONS } from '../../contract/wire/limits.ts'
import { API } from '../../contract/wire/paths.ts'
import { applicationForm, apply, jobBody } from '../factories.ts'
import { startTestApp, type TestApp } from '../test-app.ts'
import { type JsonSchema, readOperations } from './operations.ts'

/** Largest body of a request that is not a form, in bytes. */
const JSON_BYTES = { stranger: 32 * 1024, admin: 256 * 1024 }
const JSON_TYPE = { 'content-type': 'application/json' }

let app: TestApp
let admin: Record<string, string>
beforeAll(async () => {
  app = await startTestApp()
  admin = { ...(await app.signIn()), 'content-type': 'application/json' }
})
afterAll(() => app.stop())

/** Not ASCII, so that a limit in bytes would be found out. */
const of = (length: number, end = '') => 'ü'.repeat(length - end.length) + end
/** A local part may have 64 characters and a label of a domain 63. */
const emailOf = (length: number) => {
  const domain = `${Array(8).fill('d'.repeat(60)).join('.')}.example.com`
  return `${'a'.repeat(60)}@${domain.slice(domain.length - (length - 61))}`
}

const FORM_FIELDS: [string, number, (length: number) => string][] = [
  ['name', MAXIMUM.name, of],
  ['email', MAXIMUM.email, emailOf],
  ['phone', MAXIMUM.phone, (length) => '5'.repeat(length)],
  ['note', MAXIMUM.note, of],
]

test.each(FORM_FIELDS)('an application may have a %s of %i characters and not one more', async (field, limit, make) => {
  const submit = (length: number) =>
    app.request(API.submitApplication, { method: 'POST', body: applicationForm({ [field]: make(length) }) })
  const [fits, tooLong] = [await submit(limit), await submit(limit + 1)]
  expect([fits.status, tooLong.status]).toEqual([201, 400])
  expect(await tooLong.json()).toMatchObject({ code: 'invalid_request', issues: [{ path: field }] })
})

test.each([
  ['title', MAXIMUM.jobLine],
  ['location', MAXIMUM.jobLine],
  ['department', MAXIMUM.jobLine],
  ['salaryRange', MAXIMUM.jobLine],
  ['internalJobCode', MAXIMUM.jobLine],
  ['projectCode', MAXIMUM.jobLine],
  ['description', MAXIMUM.jobText],
  ['requirements', MAXIMUM.jobText],
  ['benefits', MAXIMUM.jobText],
])('a posting may have a %s of %i characters and not one more', async (field, limit) => {
  const create = (length: number) =>
    app.request(ADMIN_API.adminJobs, {
      method: 'POST',
      headers: admin,
      body: JSON.stringify(jobBody({ [field]: of(length) })),
    })
  expect([(await create(limit)).status, (await create(limit + 1)).status]).toEqual([201, 400])
})

test(`feedback may have ${MAXIMUM.feedback} characters and not one more`, async () => {
  const path = ADMIN_API.application.replace(':id', String(await apply(app)))
  const change = (length: number) =>
    app.request(path, { method: 'PATCH', headers: admin, body: JSON.stringify({ feedback: of(length) }) })
  expect([(await change(MAXIMUM.feedback)).status, (await change(MAXIMUM.feedback + 1)).status]).toEqual([200, 400])
})

/** The longest honest value of a schema, in characters that UTF-8 writes with three bytes. */
function longest({ type, anyOf, enum: values, properties, items, maxLength = 0 }: JsonSchema): unknown {
  if (anyOf) return longest(anyOf[0] ?? {})
  if (properties) return Object.fromEntries(Object.entries(properties).map(([name, of]) => [name, longest(of)]))
  if (items) return [longest(items)]
  if (type === 'string') return values?.[0] ?? '語'.repeat(maxLength)
  return 1
}

test('every endpoint for strangers reads the longest texts that its schema allows', async () => {
  const endpoints = (await readOperations(app)).filter(
    ({ opens, body }) => opens === 'to all' && body?.contentType === 'application/json',
  )
  expect(endpoints.length).toBeGreaterThan(5)
  const statuses = await Promise.all(
    endpoints.map(async ({ method, path, body }) => {
      const sent = JSON.stringify(longest(body?.schema ?? {}))
      const response = await app.request(path.replace('{id}', '1'), { method, headers: JSON_TYPE, body: sent })
      return [path, response.status === 413 ? 413 : 'read']
    }),
  )
  expect(statuses).toEqual(endpoints.map(({ path }) => [path, 'read']))
})

test('a note of the longest text is read, also from programs that escape every letter of other scripts', async () => {
  const escaped = '\\u8a9e'.repeat(MAXIMUM.note)
  const body = `{"note":"${escaped}"}`
  const response = await app.request(API.myApplicationNote, { method: 'POST', headers: JSON_TYPE, body })
  expect(response.status).toBe(404)
})

test('the receipt of an application with the longest answers is read', async () => {
  const answers = Array.from({ length: MOST_QUESTIONS }, () => ({
    question: '語'.repeat(MAXIMUM.question),
    kind: 'long_text',
    answer: ['語'.repeat(MAXIMUM.longAnswer)],
  }))
  const line = '語'.repeat(MAXIMUM.jobLine)
  const receipt = {
    ...{ reference: 'APP-0001', job: line, name: line, email: '語'.repeat(MAXIMUM.email), phone: null },
    ...{ time: '2026-01-01T00:00:00.000Z', fileName: null, size: null, sha256: null, answersSha256: 'a'.repeat(64) },
    ...{ keyId: 'a'.repeat(16), answers, checksums: 'a'.repeat(88), signature: 'a'.repeat(86) },
  }
  const body = JSON.stringify({ receipt })
  const response = await app.request(API.recoveryReceipt, { method: 'POST', headers: JSON_TYPE, body })
  expect(await response.json()).toMatchObject({ verdict: 'altered' })
})

/** The status of a JSON body of so many bytes, and what the response says. */
async function send(path: string, headers: Record<string, string>, bytes: number) {
  const body = JSON.stringify({ active: 'a' }).padEnd(bytes, ' ')
  const response = await app.request(path, { method: 'POST', headers, body })
  return [response.status, ((await response.json()) as ErrorBody).code]
}

test.each(['/api/auth/login', '/api/submit-application', '/api/my-application/withdraw'])(
  'a stranger may send %s 32 kB of JSON and not one byte more',
  async (path) => {
    const [fits] = await send(path, JSON_TYPE, JSON_BYTES.stranger)
    expect(fits).not.toBe(413)
    expect(await send(path, JSON_TYPE, JSON_BYTES.stranger + 1)).toEqual([413, 'too_large'])
  },
)

test('an admin may send 256 kB of JSON and not one byte more', async () => {
  expect(await send(ADMIN_API.adminJobs, admin, JSON_BYTES.admin)).toEqual([400, 'invalid_request'])
  expect(await send(ADMIN_API.adminJobs, admin, JSON_BYTES.admin + 1)).toEqual([413, 'too_large'])
})

test.each([
  ['without a sign-in', ADMIN_API.adminJobs, 401],
  ['to an address of the API that does not exist', '/api/nothing', 404],
  ['to a page that does not exist', '/nothing', 404],
])('a body %s is refused before it has come', async (_what, path, status) => {
  const sending = request(app.url + path, { method: 'POST', headers: { ...JSON_TYPE, 'content-length': '1000' } })
  sending.on('error', () => undefined).flushHeaders()
  const [response] = await once(sending, 'response')
  expect(response.statusCode).toBe(status)
  sending.destroy()
})
