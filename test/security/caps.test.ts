import { afterAll, beforeAll, expect, test } from 'vitest'
import { ADMIN_API } from '../../contract/admin-paths.ts'
import { MAXIMUM } from '../../contract/limits.ts'
import { API } from '../../contract/paths.ts'
import { applicationForm, apply, jobBody } from '../factories.ts'
import { startTestApp, type TestApp } from '../test-app.ts'

/** Largest body of a request that is not a form, in bytes. */
const JSON_BYTES = 256 * 1024

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

test('a JSON body of 256 kB is read, and one byte more is not', async () => {
  const send = (bytes: number) => {
    const body = JSON.stringify({ active: 'a' }).padEnd(bytes, ' ')
    return app.request(API.login, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  }
  const [fits, tooLarge] = [await send(JSON_BYTES), await send(JSON_BYTES + 1)]
  expect([fits.status, tooLarge.status]).toEqual([400, 413])
  expect(await tooLarge.json()).toEqual({ code: 'too_large', message: 'The request is too large.' })
})
