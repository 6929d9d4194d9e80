import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { refuseInserts } from '../../../test/databases/refuse-inserts.ts'
import { applicationForm, apply, createJob } from '../../../test/factories.ts'
import { textsAreRead } from '../../../test/resume-files/stored-texts.ts'
import { startTestApp, TEST_ADMIN, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
let headers: Record<string, string>
let application: number
let job: number
beforeAll(async () => {
  app = await startTestApp()
  headers = { ...(await app.signIn()), 'content-type': 'application/json' }
  application = await apply(app)
  await textsAreRead(app.db)
  // Its receipt has left: that has an audit entry too.
  const unsent = app.db.selectFrom('outbox_tasks').select('id').where('kind', '=', 'send-mail')
  await vi.waitFor(async () => expect(await unsent.execute()).toEqual([]))
  job = await createJob(app)
  await refuseInserts(app.db, 'audit_trail')
})
afterAll(() => app.stop())

/** Everything but the sessions' clock and the submission counts, which are no part of a change. */
const stored = async () => ({
  applications: await app.db.selectFrom('applications').selectAll().execute(),
  jobs: await app.db.selectFrom('jobs').selectAll().execute(),
  accounts: await app.db.selectFrom('accounts').selectAll().execute(),
  sessions: await app.db.selectFrom('sessions').select('id').execute(),
  tasks: await app.db.selectFrom('outbox_tasks').selectAll().execute(),
  files: await app.storedFiles(),
})
const json = (method: string, body?: object) => ({ method, headers, ...(body && { body: JSON.stringify(body) }) })

test.each<[string, () => Promise<Response>]>([
  ['an application', () => app.request('/api/submit-application', { method: 'POST', body: applicationForm() })],
  ['a status', () => app.request(`/api/applications/${application}`, json('PATCH', { status: 'hired' }))],
  ['archiving', () => app.request(`/api/admin/applications/${application}`, json('PATCH', { archived: true }))],
  [
    'a deletion',
    () =>
      app.request(`/api/admin/applications/${application}`, {
        method: 'DELETE',
        headers: { authorization: headers.authorization ?? '' },
      }),
  ],
  ['an edit of a posting', () => app.request(`/api/admin/jobs/${job}`, json('PATCH', { title: 'Other' }))],
  [
    'the deletion of a posting',
    () =>
      app.request(`/api/admin/jobs/${job}`, {
        method: 'DELETE',
        headers: { authorization: headers.authorization ?? '' },
      }),
  ],
  ['a sign-in', () => app.request('/api/auth/login', json('POST', TEST_ADMIN))],
  [
    'another password',
    () =>
      app.request(
        '/api/auth/change-password',
        json('POST', { currentPassword: TEST_ADMIN.password, newPassword: 'another password' }),
      ),
  ],
  [
    'signing out everywhere',
    () =>
      app.request('/api/auth/logout-everywhere', {
        method: 'POST',
        headers: { authorization: headers.authorization ?? '' },
      }),
  ],
  ['a resume', () => app.request(`/api/applications/${application}/resume`, { headers })],
])('without its audit entry, %s does not happen', async (_what, act) => {
  const before = await stored()
  const response = await act()
  expect(response.status).toBe(500)
  expect(await response.text()).not.toContain('refused')
  expect(await stored()).toEqual(before)
})
