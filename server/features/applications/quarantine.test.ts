import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '../../../contract/applications/application.ts'
import { APPLICANT, applicationForm, apply, createJob, fixture, form } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
let admin: { authorization: string }
let person: number
let program: number
let again: number
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn()
  const jobId = String(await createJob(app))
  person = await apply(app, { jobId, website: '' })
  program = await apply(app, { jobId, name: 'Buy now', website: 'https://spam.example' })
  const { name, email, phone } = APPLICANT
  const body = form({ name, email, phone, website: 'x' }, { name: 'cv.txt', content: fixture('resume.txt') })
  const response = await app.request('/api/recovery/resubmit', { method: 'POST', body })
  expect(response.status).toBe(201)
  again = ((await response.json()) as { id: number }).id
})
afterAll(() => app.stop())

const send = (method: string, path: string, body?: unknown) =>
  app.request(path, {
    method,
    headers: { ...admin, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const ids = async (query: string) => {
  const response = await send('GET', `/api/applications${query}`)
  return ((await response.json()) as Application[]).map(({ id }) => id)
}
const summary = async () => (await send('GET', '/api/admin/applications/summary')).json()

test('a form with the hidden field gets 201 and is stored like any other, with its resume', async () => {
  const body = applicationForm({ website: 'http://spam.example' })
  const response = await app.request('/api/submit-application', { method: 'POST', body })
  expect(response.status).toBe(201)
  const receipt = (await response.json()) as { id: number }
  expect(receipt).toEqual({
    id: expect.any(Number),
    createdAt: expect.any(String),
    sendsMail: false,
    receipt: expect.objectContaining({ fileName: 'resume.pdf', signature: expect.any(String) }),
  })
  const resume = await send('GET', `/api/applications/${receipt.id}/resume`)
  expect(Buffer.from(await resume.arrayBuffer()).equals(fixture('resume.pdf'))).toBe(true)
  expect((await send('DELETE', `/api/admin/applications/${receipt.id}`)).status).toBe(204)
  expect(JSON.stringify(await app.db.selectFrom('applications').selectAll().execute())).not.toContain('spam.example')
})

test.each([
  '',
  '?archived=false',
  '?status=pending&archived=false',
  '?jobId=1',
  '?q=a',
  '?sort=name',
  '?quarantined=false',
])('GET /api/applications%s leaves out what is in quarantine', async (query) => {
  expect(await ids(query)).toEqual([person])
})

test('GET /api/applications?quarantined=true is what is in quarantine, and can be filtered too', async () => {
  expect(await ids('?quarantined=true')).toEqual([again, program])
  expect(await ids('?quarantined=true&jobId=1')).toEqual([program])
  expect(await ids('?quarantined=true&q=buy')).toEqual([program])
  const [last] = (await (await send('GET', '/api/applications?quarantined=true')).json()) as Application[]
  expect(last).toMatchObject({ quarantined: true, status: 'pending', resume: { fileName: 'cv.txt' } })
})

test('what is in quarantine is in none of the counts but its own', async () => {
  expect(await summary()).toMatchObject({
    totalApplications: 1,
    pendingReviews: 1,
    tabs: { pending: 1 },
    recovery: { resubmitted: 0, original: 0 },
    quarantined: 2,
  })
})

test('PATCH /api/admin/applications/{id} lets one out, under the status that it has, and never puts one in', async () => {
  expect((await send('PATCH', `/api/admin/applications/${person}`, { quarantined: true })).status).toBe(400)
  expect((await send('PATCH', `/api/admin/applications/${person}`, {})).status).toBe(400)
  for (let attempt = 1; attempt <= 2; attempt += 1) {
    const response = await send('PATCH', `/api/admin/applications/${again}`, { quarantined: false })
    expect(await response.json()).toMatchObject({ id: again, quarantined: false, archived: false, status: 'pending' })
  }
  expect(await ids('')).toEqual([again, person])
  expect(await summary()).toMatchObject({ totalApplications: 2, recovery: { resubmitted: 1 }, quarantined: 1 })
  const history = (await (await send('GET', `/api/admin/applications/${again}/history`)).json()) as {
    event: { action: string }
  }[]
  // Its receipt follows when the outbox comes to it.
  const events = history.map(({ event }) => event).filter(({ action }) => action !== 'message')
  expect(events).toEqual([{ action: 'released' }, { action: 'received', quarantined: true }])
})
