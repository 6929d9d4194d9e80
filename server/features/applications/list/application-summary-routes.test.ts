import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ApplicationSummary } from '../../../../contract/applications/application-list.ts'
import { RECOVERY_MARKER } from '../../../../contract/applications/application-terms.ts'
import { createJob, insertApplicant } from '../../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'

let app: TestApp
let admin: { authorization: string }
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn()
})
afterAll(() => app.stop())

const get = (query = '', headers: Record<string, string> = admin) =>
  app.request(`/api/admin/applications/summary${query}`, { headers })
const summary = async (query = '') => (await (await get(query)).json()) as ApplicationSummary
const NO_TABS = { pending: 0, reviewing: 0, interview: 0, hired: 0, rejected: 0, archived: 0 }

test('GET /api/admin/applications/summary of an empty installation counts nothing', async () => {
  const response = await get()
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toEqual({
    totalApplications: 0,
    activeJobs: 0,
    pendingReviews: 0,
    interviewStage: 0,
    tabs: NO_TABS,
    recovery: { resubmitted: 0, original: 0 },
    promise: { answerWithinDays: 10, overdue: 0, unanswered: 0, replied: 0 },
    interviewsThisWeek: 0,
    withdrawn: 0,
    quarantined: 0,
  })
})

test('GET /api/admin/applications/summary counts tabs by job, stat cards over all jobs, and archived ones apart', async () => {
  const open = await createJob(app)
  await createJob(app, { status: 'draft', isActive: true })
  await createJob(app, { status: 'draft', isActive: true })
  await createJob(app, { isActive: false })
  await insertApplicant(app.db, { job_id: open })
  await insertApplicant(app.db, { job_id: open, status: 'interview' })
  await insertApplicant(app.db, { job_id: open, status: 'interview', archived: 1 })
  await insertApplicant(app.db, { status: 'reviewing' })
  await insertApplicant(app.db, { status: 'hired', archived: 1 })
  await insertApplicant(app.db, { archived: 1 })
  const stats = { totalApplications: 6, activeJobs: 3, pendingReviews: 1, interviewStage: 1 }

  expect(await summary()).toMatchObject({
    ...stats,
    tabs: { ...NO_TABS, pending: 1, reviewing: 1, interview: 1, archived: 3 },
  })
  expect(await summary(`?jobId=${open}`)).toMatchObject({
    ...stats,
    tabs: { ...NO_TABS, pending: 1, interview: 1, archived: 1 },
  })
  expect(await summary('?jobId=none')).toMatchObject({ ...stats, tabs: { ...NO_TABS, reviewing: 1, archived: 2 } })
  expect(await summary('?jobId=99')).toMatchObject({ ...stats, tabs: NO_TABS })
})

test('GET /api/admin/applications/summary counts what was lost only where something was resubmitted', async () => {
  await insertApplicant(app.db, { created_at: '2025-06-13T04:16:59.999Z' })
  await insertApplicant(app.db, { created_at: '2025-06-13T04:17:00.000Z' })
  expect((await summary()).recovery).toEqual({ resubmitted: 0, original: 0 })
  await insertApplicant(app.db, { note: `${RECOVERY_MARKER}\nJob title: X`, created_at: '2025-06-01T00:00:00.000Z' })
  await insertApplicant(app.db, { note: `Forwarded: ${RECOVERY_MARKER}`, archived: 1 })
  expect((await summary()).recovery).toEqual({ resubmitted: 2, original: 1 })
})

test('GET /api/admin/applications/summary takes nothing but a bearer token and a job', async () => {
  expect((await get('', {})).status).toBe(401)
  expect((await get('?jobId=0')).status).toBe(400)
  expect((await get('?status=pending')).status).toBe(400)
})

test('the summary is no application: it can be neither changed nor deleted', async () => {
  for (const method of ['PATCH', 'DELETE']) {
    const headers = { ...admin, 'content-type': 'application/json' }
    const body = JSON.stringify({ archived: true })
    expect((await app.request('/api/admin/applications/summary', { method, headers, body })).status, method).toBe(404)
  }
})
