import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ADMIN_API } from '../../contract/wire/admin-paths.ts'
import { API, pathTo } from '../../contract/wire/paths.ts'
import { SIGN_IN_API } from '../../contract/wire/sign-in-paths.ts'
import { applicationForm, apply, createJob, form, jobBody } from '../factories.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../test-app.ts'

let app: TestApp
let admin: Record<string, string>
beforeAll(async () => {
  app = await startTestApp()
  admin = { ...(await app.signIn()), 'content-type': 'application/json' }
})
afterAll(() => app.stop())

/** One of each kind; `contract/wire/text-rules.test.ts` has them all. */
const BLANKS = [
  '\u3164\u3164\u3164',
  '\u200d\u200c',
  '\u2800',
  '\u00ad',
  '\u{e0041}\u{e0042}',
  '\ufe0f',
  '\u0301\u0302',
  '\u034f \u115f',
]

const send = (method: string, path: string, body: unknown) =>
  app.request(path, { method, headers: admin, body: JSON.stringify(body) })

/** The issue of a field in a response. */
async function issueOf(response: Response, field: string): Promise<string | undefined> {
  expect(response.status).toBe(400)
  const { issues } = (await response.json()) as { issues: Array<{ path: string; message: string }> }
  return issues.find(({ path }) => path === field)?.message
}

describe.each(BLANKS)('%j', (blank) => {
  test.each([
    ['name', 'Name is required'],
    ['email', 'Invalid email address'],
    ['phone', 'Phone number is required'],
  ])('is no %s of an application and none of a resubmission', async (field, message) => {
    const body = applicationForm({ [field]: blank })
    expect(await issueOf(await app.request(API.submitApplication, { method: 'POST', body }), field)).toBe(message)
    const fields = { name: 'Ana Núñez', email: 'ana@example.com', phone: '+1 432 555 0142', [field]: blank }
    const again = await app.request(API.recoveryResubmit, { method: 'POST', body: form(fields) })
    expect(await issueOf(again, field)).toBe(message)
  })

  test.each([
    ['title', 'Job title is required'],
    ['location', 'Location is required'],
    ['description', 'Description is required'],
    ['requirements', 'Requirements are required'],
  ])('is no %s of a posting, new or changed', async (field, message) => {
    const created = await send('POST', ADMIN_API.adminJobs, jobBody({ [field]: blank }))
    expect(await issueOf(created, field)).toBe(message)
    const changed = await send('PATCH', pathTo(ADMIN_API.adminJob, 1), { [field]: blank })
    expect(await issueOf(changed, field)).toBe(message)
  })

  test('is no username', async () => {
    const body = { currentPassword: TEST_ADMIN.password, newPassword: 'another long password', username: blank }
    expect(await issueOf(await send('POST', SIGN_IN_API.changePassword, body), 'username')).toBe('Username is required')
  })
})

test('a field that may be left out is left out where nothing can be seen in it', async () => {
  const blank = '\u3164\u200d'
  const id = await apply(app, { note: blank })
  const feedback = await send('PATCH', pathTo(ADMIN_API.application, id), { feedback: blank })
  expect(await feedback.json()).toMatchObject({ note: null, feedback: null })
  const job = await createJob(app, { department: blank, salaryRange: blank, internalJobCode: blank, benefits: blank })
  const stored = await app.request(pathTo(API.job, job), { headers: admin })
  const nothing = { department: null, salaryRange: null, internalJobCode: null, benefits: null }
  expect(await stored.json()).toMatchObject(nothing)
})
