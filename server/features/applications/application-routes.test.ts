import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Application } from '../../../contract/applications/application.ts'
import { APPLICANT, apply, createJob, fixture, form } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
let admin: { authorization: string }
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn()
})
afterAll(() => app.stop())

const send = (method: string, path: string, body?: unknown) =>
  app.request(path, {
    method,
    headers: { ...admin, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
const list = async () => (await (await send('GET', '/api/applications')).json()) as Application[]
const one = async (id: number) => (await list()).find((application) => application.id === id)
const download = (id: number) => app.request(`/api/applications/${id}/resume`, { headers: admin })

test('GET /api/applications lists everything, newest first', async () => {
  const jobId = await createJob(app)
  const first = await apply(app, { jobId: String(jobId) })
  const second = await apply(app, { note: '' })
  const applications = await list()
  expect(applications.map(({ id }) => id)).toEqual([second, first])
  expect(applications[0]).toMatchObject({ jobId: null, note: null })
  expect(applications[1]).toMatchObject({
    ...APPLICANT,
    id: first,
    jobId,
    status: 'pending',
    archived: false,
    feedback: null,
    interviewDate: null,
    resume: { fileName: 'resume.pdf', mediaType: 'application/pdf', size: fixture('resume.pdf').length, scan: null },
  })
})

test('GET /api/applications is not stored by any cache', async () => {
  expect((await send('GET', '/api/applications')).headers.get('cache-control')).toBe('no-store')
})

test('PATCH /api/applications/{id} sets any status from any other', async () => {
  const id = await apply(app)
  for (const status of ['hired', 'pending', 'rejected', 'interview', 'reviewing']) {
    expect(await (await send('PATCH', `/api/applications/${id}`, { status })).json()).toMatchObject({ id, status })
  }
  expect((await one(id))?.status).toBe('reviewing')
})

test.each([
  ['text/plain', '{"status":"hired"}'],
  ['application/x-www-form-urlencoded', 'status=hired'],
  ['multipart/form-data; boundary=b', '--b\r\ncontent-disposition: form-data; name="status"\r\n\r\nhired\r\n--b--\r\n'],
])('PATCH /api/applications/{id} with %s gets 415 and changes nothing', async (contentType, body) => {
  const id = await apply(app)
  const headers = { ...admin, 'content-type': contentType }
  const response = await app.request(`/api/applications/${id}`, { method: 'PATCH', headers, body })
  expect(response.status).toBe(415)
  expect(await response.json()).toMatchObject({ code: 'wrong_type' })
  expect((await one(id))?.status).toBe('pending')
})

test('PATCH /api/applications/{id} sets feedback and interview date, and clears them', async () => {
  const id = await apply(app)
  const interviewDate = '2026-12-01T15:00:00.000Z'
  const set = await send('PATCH', `/api/applications/${id}`, { feedback: 'Strong on MQTT', interviewDate })
  expect(await set.json()).toMatchObject({ feedback: 'Strong on MQTT', interviewDate, status: 'interview' })
  const cleared = await send('PATCH', `/api/applications/${id}`, { feedback: '', interviewDate: null })
  expect(await cleared.json()).toMatchObject({ feedback: null, interviewDate: null })
})

test('PATCH /api/applications/{id} keeps the date of an interview to the millisecond', async () => {
  const id = await apply(app)
  for (const interviewDate of ['2026-12-01T15:00:00Z', '2026-12-01T15:00:00.000000000Z']) {
    const response = await send('PATCH', `/api/applications/${id}`, { interviewDate })
    expect(await response.json()).toMatchObject({ interviewDate: '2026-12-01T15:00:00.000Z' })
  }
})

test.each([
  ['250,000 digits', `2026-12-01T15:00:00.${'0'.repeat(250_000)}Z`],
  ['the year 0', '0000-01-01T00:00:00Z'],
  ['the year before the first', '1999-12-31T23:59:59Z'],
  ['the year after the last', '2100-01-01T00:00:00Z'],
  ['the last year of all', '9999-12-31T23:59:59Z'],
  ['a year of six digits', '+275760-09-13T00:00:00Z'],
  ['a year before our era', '-000001-01-01T00:00:00Z'],
  ['a day that is none', '2026-02-30T00:00:00Z'],
  ['an hour that is none', '2026-02-03T24:00:00Z'],
  ['a zone', '2026-02-03T12:00:00+02:00'],
])('PATCH /api/applications/{id} refuses a date of an interview with %s', async (_what, interviewDate) => {
  const id = await apply(app)
  const response = await send('PATCH', `/api/applications/${id}`, { interviewDate })
  expect(response.status).toBe(400)
  const issues = [{ path: 'interviewDate', message: 'Choose a date from 2000 to 2099' }]
  expect(await response.json()).toMatchObject({ issues })
})

test('PATCH /api/applications/{id} stores feedback without characters that no keyboard types', async () => {
  const id = await apply(app)
  const response = await send('PATCH', `/api/applications/${id}`, {
    feedback: ' Strong\u0000 on\u202e MQTT\r\n- yes\u200b ',
  })
  expect(await response.json()).toMatchObject({ feedback: 'Strong on MQTT\r\n- yes' })
})

test('PATCH /api/applications/{id} refuses nothing, the unknown and other columns', async () => {
  const id = await apply(app)
  const tooLong = { feedback: 'x'.repeat(10_001) }
  for (const body of [{}, { status: 'new' }, { archived: true }, { name: 'X' }, { interviewDate: 'soon' }, tooLong]) {
    expect((await send('PATCH', `/api/applications/${id}`, body)).status, JSON.stringify(body)).toBe(400)
  }
  expect((await send('PATCH', '/api/applications/2147483647', { status: 'hired' })).status).toBe(404)
})

test('PATCH /api/admin/applications/{id} archives and brings back, keeping the status', async () => {
  const id = await apply(app)
  await send('PATCH', `/api/applications/${id}`, { status: 'interview' })
  const archived = await send('PATCH', `/api/admin/applications/${id}`, { archived: true })
  expect(await archived.json()).toMatchObject({ archived: true, status: 'interview' })
  const back = await send('PATCH', `/api/admin/applications/${id}`, { archived: false })
  expect(await back.json()).toMatchObject({ archived: false, status: 'interview' })
  expect((await send('PATCH', `/api/admin/applications/${id}`, { archived: 'yes' })).status).toBe(400)
  expect((await send('PATCH', '/api/admin/applications/2147483647', { archived: true })).status).toBe(404)
})

test('DELETE /api/admin/applications/{id} removes the application and, behind it, the file; twice is fine', async () => {
  const before = (await app.storedFiles()).length
  const id = await apply(app)
  expect((await send('DELETE', `/api/admin/applications/${id}`)).status).toBe(204)
  expect(await one(id)).toBeUndefined()
  await vi.waitFor(async () => expect(await app.storedFiles()).toHaveLength(before))
  expect((await send('DELETE', `/api/admin/applications/${id}`)).status).toBe(204)
})

test('an application outlives its posting and keeps its number', async () => {
  const jobId = await createJob(app)
  const id = await apply(app, { jobId: String(jobId) })
  await send('DELETE', `/api/admin/jobs/${jobId}`)
  expect((await one(id))?.jobId).toBe(jobId)
})

test('GET /api/applications/{id}/resume gives back the exact bytes as an attachment', async () => {
  const response = await download(await apply(app))
  expect(response.status).toBe(200)
  expect(Buffer.from(await response.arrayBuffer()).equals(fixture('resume.pdf'))).toBe(true)
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename=resume.pdf',
    'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'; sandbox$/),
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  })
})

test.each([
  [
    'Lebenslauf Müller.pdf',
    'attachment; filename="Lebenslauf M?ller.pdf"; filename*=UTF-8\'\'Lebenslauf%20M%C3%BCller.pdf',
  ],
  ['cv.exe', 'attachment; filename=cv.exe.pdf'],
  ['../../etc/passwd', 'attachment; filename=passwd.pdf'],
])('a resume sent as %s is downloaded under a safe and honest name', async (name, disposition) => {
  const body = form(APPLICANT, { name, content: fixture('resume.pdf') })
  const { id } = (await (await app.request('/api/submit-application', { method: 'POST', body })).json()) as {
    id: number
  }
  expect((await download(id)).headers.get('content-disposition')).toBe(disposition)
})

test('GET /api/applications/{id}/resume says when the file or the application is gone', async () => {
  const id = await apply(app)
  await rm(await app.resumePath(id))
  const missing = await download(id)
  expect(missing.status).toBe(404)
  expect(await missing.json()).toEqual({ message: 'Resume file not found on server', code: 'resume_not_found' })
  expect((await download(2_147_483_647)).status).toBe(404)
})

test.each([
  ['GET', '/api/applications'],
  ['PATCH', '/api/applications/1'],
  ['PATCH', '/api/admin/applications/1'],
  ['DELETE', '/api/admin/applications/1'],
  ['GET', '/api/applications/1/resume'],
  ['GET', '/api/admin/google-drive/test'],
])('%s %s needs a sign-in', async (method, path) => {
  expect((await app.request(path, { method })).status).toBe(401)
})

test('GET /api/admin/google-drive/test says what is not configured', async () => {
  const response = await send('GET', '/api/admin/google-drive/test')
  expect(await response.json()).toEqual({
    connected: false,
    message:
      'Google Drive is not configured: set GOOGLE_DRIVE_FOLDER_ID and GOOGLE_DRIVE_CREDENTIALS. ' +
      'Resumes are kept in local storage.',
  })
})
