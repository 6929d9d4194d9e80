import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { HISTORY_LENGTH } from '../../../contract/wire/limits.ts'
import { APPLICANT, apply, createJob, insertApplicant, jobBody } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { recordAction } from '../audit/audit-queries.ts'

let app: TestApp
let admin: { authorization: string }
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.setNow(new Date('2026-05-04T10:00:00.000Z'))
  admin = await app.signIn()
})

const send = (method: string, path: string, body?: unknown) =>
  app.request(path, {
    method,
    headers: { ...admin, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const history = async (subject: 'applications' | 'jobs', id: number) => {
  const response = await send('GET', `/api/admin/${subject}/${id}/history`)
  return (await response.json()) as { by: string | null; at: string; event: { action: string } }[]
}
/** The outbox settles messages at a time of its own. */
const isNoMessage = ({ event }: { event: { action: string } }) => event.action !== 'message'
const events = async (subject: 'applications' | 'jobs', id: number) =>
  (await history(subject, id))
    .filter(isNoMessage)
    .map(({ event }) => event)
    .toReversed()

test('GET /api/admin/applications/{id}/history lists who did what and when, newest first', async () => {
  const id = await apply(app)
  app.setNow(new Date('2026-05-04T11:00:00.000Z'))
  await send('PATCH', `/api/applications/${id}`, { status: 'interview' })
  const response = await send('GET', `/api/admin/applications/${id}/history`)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const entries = (await response.json()) as { event: { action: string } }[]
  expect(entries.filter(isNoMessage)).toEqual([
    {
      id: expect.any(Number),
      at: '2026-05-04T11:00:00.000Z',
      by: 'admin',
      event: {
        action: 'status_changed',
        from: 'pending',
        to: 'interview',
        changeId: expect.any(Number),
        undoableUntil: '2026-05-04T11:10:00.000Z',
      },
    },
    {
      id: expect.any(Number),
      at: '2026-05-04T10:00:00.000Z',
      by: null,
      event: { action: 'received', quarantined: false },
    },
  ])
})

test('the history of an application has every event and outlives the application', async () => {
  const id = await apply(app)
  await send('PATCH', `/api/applications/${id}`, { status: 'hired', feedback: 'Yes', interviewDate: null })
  await send('PATCH', `/api/applications/${id}`, { interviewDate: '2026-06-01T15:00:00.000Z' })
  await send('PATCH', `/api/admin/applications/${id}`, { archived: true })
  await send('PATCH', `/api/admin/applications/${id}`, { archived: false })
  await (await send('GET', `/api/applications/${id}/resume`)).arrayBuffer()
  await send('HEAD', `/api/applications/${id}/resume`)
  await send('DELETE', `/api/admin/applications/${id}`)
  await send('DELETE', `/api/admin/applications/${id}`)
  app.setNow(new Date('2026-05-04T10:10:00.001Z'))
  expect(await events('applications', id)).toEqual([
    { action: 'received', quarantined: false },
    { action: 'status_changed', from: 'pending', to: 'hired' },
    { action: 'feedback_changed' },
    { action: 'interview_date_changed' },
    { action: 'archived' },
    { action: 'interview_cancelled' },
    { action: 'interview_date_changed' },
    { action: 'unarchived' },
    { action: 'resume_downloaded' },
    { action: 'deleted' },
  ])
})

test('a resume that was prefetched is not opened until that is reported', async () => {
  const id = await apply(app)
  const resume = `/api/applications/${id}/resume`
  await (await send('GET', `${resume}?prefetch=true`)).arrayBuffer()
  expect(await events('applications', id)).toMatchObject([{ action: 'received' }, { action: 'resume_prefetched' }])
  expect((await send('POST', `/api/admin/applications/${id}/resume-opened`)).status).toBe(204)
  expect((await events('applications', id)).at(-1)).toEqual({ action: 'resume_downloaded' })
  const refused = await send('GET', `${resume}?prefetch=false`)
  expect(await refused.json()).toMatchObject({ message: 'prefetch: Must be true, or left out' })
  expect((await send('POST', '/api/admin/applications/2147483647/resume-opened')).status).toBe(404)
})

test('a change without effect adds no entry', async () => {
  const id = await apply(app)
  await send('PATCH', `/api/applications/${id}`, { status: 'pending', feedback: '' })
  await send('PATCH', `/api/admin/applications/${id}`, { archived: false })
  expect(await events('applications', id)).toEqual([{ action: 'received', quarantined: false }])
})

test('the history of a posting has every event and outlives the posting', async () => {
  const id = await createJob(app)
  const patch = (changes: object) => send('PATCH', `/api/admin/jobs/${id}`, changes)
  await patch({ ...jobBody(), title: 'Edge Engineer', salaryRange: null })
  await patch(jobBody({ title: 'Edge Engineer', salaryRange: null }))
  await patch({ isActive: false })
  await patch({ isActive: true })
  await patch({ status: 'filled' })
  await patch({ status: 'active', isActive: true, location: 'Odessa, TX' })
  await patch({ status: 'filled', benefits: 'A truck' })
  await send('DELETE', `/api/admin/jobs/${id}`)
  await send('DELETE', `/api/admin/jobs/${id}`)
  expect(await events('jobs', id)).toEqual([
    { action: 'created' },
    { action: 'edited', fields: ['title', 'salaryRange'] },
    { action: 'deactivated' },
    { action: 'activated' },
    { action: 'filled' },
    { action: 'edited', fields: ['location', 'status', 'isActive'] },
    { action: 'filled' },
    { action: 'edited', fields: ['benefits'] },
    { action: 'deleted' },
  ])
  const clone = await createJob(app, { clonedFromId: id })
  expect(await events('jobs', clone)).toEqual([{ action: 'cloned', fromId: id }])
})

test('a create repeated with the same key adds one entry', async () => {
  const headers = { ...admin, 'content-type': 'application/json', 'idempotency-key': 'once' }
  const post = async () => {
    const response = await app.request('/api/admin/jobs', { method: 'POST', headers, body: JSON.stringify(jobBody()) })
    return ((await response.json()) as { id: number }).id
  }
  const id = await post()
  expect(await post()).toBe(id)
  expect(await events('jobs', id)).toEqual([{ action: 'created' }])
})

test('setup, sign-in, changes of password and username, and signing out everywhere are recorded for the account', async () => {
  const own = await startTestApp()
  const json = { 'content-type': 'application/json' }
  const post = (path: string, body?: unknown, headers: Record<string, string> = json) =>
    own.request(path, { method: 'POST', ...(body !== undefined && { headers, body: JSON.stringify(body) }) })
  const account = (await (await post('/api/auth/setup-admin')).json()) as { username: string; password: string }
  await post('/api/auth/login', { ...account, password: 'not this one' })
  const { token } = (await (await post('/api/auth/login', account)).json()) as { token: string }
  const signedIn = { ...json, authorization: `Bearer ${token}` }
  const change = { currentPassword: account.password, newPassword: 'another password', username: 'ines' }
  const renewed = (await (await post('/api/auth/change-password', change, signedIn)).json()) as { token: string }
  const headers = { authorization: `Bearer ${renewed.token}` }
  expect((await own.request('/api/auth/logout-everywhere', { method: 'POST', headers })).status).toBe(204)
  const rows = await own.db.selectFrom('audit_trail').selectAll().orderBy('id').execute()
  const recorded = rows.map(({ account_id, username, subject, subject_id, event }) => [
    account_id,
    username,
    subject,
    subject_id,
    JSON.parse(event).action,
  ])
  expect(recorded).toEqual([
    [1, 'admin', 'account', 1, 'set_up'],
    [1, 'admin', 'account', 1, 'signed_in'],
    [1, 'admin', 'account', 1, 'password_changed'],
    [1, 'admin', 'account', 1, 'username_changed'],
    [1, 'ines', 'account', 1, 'signed_out_everywhere'],
  ])
  await own.stop()
})

test('no entry holds anything an applicant or an admin typed', async () => {
  const id = await apply(app)
  const texts = { feedback: 'Knows Sparkplug', interviewDate: '2026-06-01T15:00:00.000Z' }
  await send('PATCH', `/api/applications/${id}`, texts)
  await (await send('GET', `/api/applications/${id}/resume`)).arrayBuffer()
  await send('DELETE', `/api/admin/applications/${id}`)
  const stored = JSON.stringify(await app.db.selectFrom('audit_trail').selectAll().execute())
  expect(stored).toContain('interview_date_changed')
  for (const text of [...Object.values(APPLICANT), ...Object.values(texts), 'resume.pdf', '127.0.0.1']) {
    expect(stored).not.toContain(text)
  }
})

test('a history is bounded, and empty for an application without entries', async () => {
  const id = await insertApplicant(app.db)
  expect(await events('applications', id)).toEqual([])
  await app.db.transaction().execute(async (trx) => {
    for (let round = 0; round <= HISTORY_LENGTH; round += 1) {
      const event = { action: round === HISTORY_LENGTH ? 'archived' : 'unarchived' } as const
      await recordAction(trx, { by: null, now: new Date(), id, subject: 'application', event })
    }
  })
  const newest = await history('applications', id)
  expect(newest).toHaveLength(HISTORY_LENGTH)
  expect(newest[0]?.event).toEqual({ action: 'archived' })
})

test.each(['applications', 'jobs'])(
  'GET /api/admin/%s/{id}/history needs a bearer token, and is 404 for an unknown id',
  async (subject) => {
    expect((await app.request(`/api/admin/${subject}/1/history`)).status).toBe(401)
    expect((await send('GET', `/api/admin/${subject}/2147483647/history`)).status).toBe(404)
    expect((await send('GET', `/api/admin/${subject}/0/history`)).status).toBe(404)
    expect((await send('GET', `/api/admin/${subject}/x/history`)).status).toBe(404)
  },
)
