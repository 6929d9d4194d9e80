import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '../../../contract/jobs/job.ts'
import { createJob, jobBody } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
let admin: { authorization: string }
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn()
})
afterAll(() => app.stop())

/** Sets the clock, and signs in at that time. */
const setNow = async (now: Date | undefined) => {
  app.setNow(now)
  admin = await app.signIn()
}
const send = (method: string, path: string, body: unknown, headers: Record<string, string> = admin) =>
  app.request(path, { method, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) })
const read = async (path: string, headers: Record<string, string> = {}) => (await app.request(path, { headers })).json()
const patch = async (id: number, changes: unknown) =>
  (await send('PATCH', `/api/admin/jobs/${id}`, changes)).json() as Promise<Job>

test('GET /api/jobs?active=true shows a visitor the open postings, newest first, without internal codes', async () => {
  const older = await createJob(app, { title: 'Older' })
  const newer = await createJob(app, { title: 'Newer' })
  await createJob(app, { title: 'Draft', status: 'draft', isActive: false })
  await createJob(app, { title: 'Inactive', isActive: false })

  const jobs = (await read('/api/jobs?active=true')) as Job[]
  expect(jobs.map((job) => job.id)).toEqual([newer, older])
  expect(Object.keys(jobs[0] ?? {})).not.toContain('internalJobCode')
  expect(Object.keys(jobs[0] ?? {})).not.toContain('projectCode')
  expect(await read('/api/jobs')).toEqual(jobs)
})

test('GET /api/jobs shows an admin everything', async () => {
  const jobs = (await read('/api/jobs', admin)) as Job[]
  expect(jobs.map((job) => job.title)).toEqual(expect.arrayContaining(['Draft', 'Inactive']))
  expect(jobs[0]).toMatchObject({
    internalJobCode: 'INT-7',
    projectCode: 'PRJ-3',
    closedDate: null,
    clonedFromId: null,
  })

  const open = (await read('/api/jobs?active=true', admin)) as Job[]
  expect(open.every((job) => job.status === 'active' && job.isActive)).toBe(true)
})

test('GET /api/jobs?active=false shows an admin the postings that are not open, and a visitor none', async () => {
  const hidden = (await read('/api/jobs?active=false', admin)) as Job[]
  expect(hidden.map((job) => job.title)).toEqual(expect.arrayContaining(['Draft', 'Inactive']))
  expect(hidden.every((job) => job.status !== 'active' || !job.isActive)).toBe(true)
  expect(await read('/api/jobs?active=false')).toEqual([])
})

test('GET /api/jobs refuses an invalid token and an unknown query parameter', async () => {
  expect((await app.request('/api/jobs', { headers: { authorization: 'Bearer nonsense' } })).status).toBe(401)
  expect((await app.request('/api/jobs?limit=3')).status).toBe(400)
})

test('GET /api/jobs sends 304 to a client that has the list, until a posting changes', async () => {
  const id = await createJob(app)
  const etag = (await app.request('/api/jobs?active=true')).headers.get('etag') ?? ''
  const again = () => app.request('/api/jobs?active=true', { headers: { 'if-none-match': etag } })
  expect((await again()).status).toBe(304)
  await patch(id, { title: 'Changed' })
  const changed = await again()
  expect(changed.status).toBe(200)
  expect(await changed.text()).toContain('Changed')
})

test('GET /api/jobs compresses on request', async () => {
  const response = await app.request('/api/jobs?active=true', { headers: { 'accept-encoding': 'gzip' } })
  expect(response.headers.get('content-encoding')).toBe('gzip')
  expect(await response.json()).toEqual(await read('/api/jobs?active=true'))
})

test('GET /api/jobs/{id} shows an open posting to anyone and any posting to an admin', async () => {
  const open = await createJob(app)
  const draft = await createJob(app, { status: 'draft', isActive: false })
  expect(await read(`/api/jobs/${open}`)).toMatchObject({ id: open, title: 'SCADA Integration Engineer' })
  expect(await read(`/api/jobs/${open}`)).not.toHaveProperty('internalJobCode')
  expect((await app.request(`/api/jobs/${draft}`)).status).toBe(404)
  expect(await read(`/api/jobs/${draft}`, admin)).toMatchObject({ id: draft, internalJobCode: 'INT-7' })
})

test('GET /api/jobs/{id} lets no cache store the admin form of a posting', async () => {
  const path = `/api/jobs/${await createJob(app)}`
  expect((await app.request(path, { headers: admin })).headers.get('cache-control')).toBe('no-store')
  expect((await app.request(path)).headers.get('cache-control')).toBe('no-cache')
})

test.each(['0', '-1', '1.5', 'abc', '2147483648', '99999999999', '%00', "1'--", '007'])(
  'GET /api/jobs/%s is 404',
  async (id) => {
    const response = await app.request(`/api/jobs/${id}`)
    expect(response.status).toBe(404)
    expect(await response.json()).toMatchObject({ code: 'not_found' })
  },
)

test('POST /api/admin/jobs stores what was sent', async () => {
  const response = await send('POST', '/api/admin/jobs', jobBody())
  expect(response.status).toBe(201)
  const { description, ...rest } = jobBody()
  expect(await response.json()).toMatchObject({ ...rest, description: description.trim(), closedDate: null })
})

test.each(['filled', 'cancelled'] as const)('a posting created %s is switched off and closed today', async (status) => {
  await setNow(new Date('2026-03-04T05:06:07.000Z'))
  const response = await send('POST', '/api/admin/jobs', jobBody({ status }))
  await setNow(undefined)
  expect(await response.json()).toMatchObject({ status, isActive: false, closedDate: '2026-03-04T05:06:07.000Z' })
})

test('POST /api/admin/jobs names every invalid field', async () => {
  const response = await send('POST', '/api/admin/jobs', { ...jobBody(), title: ' ', jobType: 'Gig', salary: 'much' })
  expect(response.status).toBe(400)
  const body = (await response.json()) as { issues: { path: string; message: string }[] }
  expect(body.issues).toEqual(
    expect.arrayContaining([
      { path: 'title', message: 'Job title is required' },
      { path: 'jobType', message: 'Invalid input' },
      { path: '', message: 'Unknown field: salary' },
    ]),
  )
})

test('POST /api/admin/jobs says that a long text is too long, not missing', async () => {
  const response = await send('POST', '/api/admin/jobs', {
    ...jobBody(),
    title: 'x'.repeat(201),
    requirements: 'x'.repeat(20_001),
  })
  expect(((await response.json()) as { issues: unknown }).issues).toEqual([
    { path: 'title', message: 'Must be at most 200 characters' },
    { path: 'requirements', message: 'Must be at most 20,000 characters' },
  ])
})

test('POST /api/admin/jobs stores a retried create once', async () => {
  const headers = { ...admin, 'idempotency-key': 'clone-1' }
  const first = (await (await send('POST', '/api/admin/jobs', jobBody(), headers)).json()) as Job
  const again = (await (await send('POST', '/api/admin/jobs', jobBody(), headers)).json()) as Job
  expect(again.id).toBe(first.id)
  const other = await send('POST', '/api/admin/jobs', jobBody({ title: 'Another' }), headers)
  expect(other.status).toBe(409)
  expect(await other.json()).toMatchObject({ code: 'idempotency_key_reused' })
})

test('text is stored without invisible characters', async () => {
  const id = await createJob(app, { title: '\u0000SCADA\u202e\tEngineer \u200b', requirements: 'One\u0007\r\n- two' })
  expect(await read(`/api/jobs/${id}`)).toMatchObject({ title: 'SCADA Engineer', requirements: 'One\r\n- two' })
})

test.each(['W/"x", *, "y"', '*'])('GET /api/jobs compares If-None-Match: %s as HTTP specifies', async (known) => {
  const etag = (await app.request('/api/jobs?active=true')).headers.get('etag') ?? ''
  const headers = { 'if-none-match': known.replace('"y"', etag.replace('W/', '')) }
  expect((await app.request('/api/jobs?active=true', { headers })).status).toBe(304)
})

test.each([
  ['br;q=0.1, gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['GZIP ; q=0.5', 'gzip'],
  ['identity;q=0, br', 'br'],
  ['*', 'br'],
  ['', null],
  ['br;q=0, gzip;q=0', null],
  ['br;q=-1', null],
  ['x-gzip, deflate', null],
])('GET /api/jobs with Accept-Encoding: %s', async (accepted, encoding) => {
  const response = await app.request('/api/jobs?active=true', { headers: { 'accept-encoding': accepted } })
  expect(response.headers.get('content-encoding')).toBe(encoding)
})

test('a clone names its source', async () => {
  const clonedFromId = await createJob(app)
  const body = { ...jobBody({ status: 'draft', isActive: false, internalJobCode: 'INT-7-COPY' }), clonedFromId }
  expect(await (await send('POST', '/api/admin/jobs', body)).json()).toMatchObject({
    clonedFromId,
    status: 'draft',
    isActive: false,
    internalJobCode: 'INT-7-COPY',
  })
})

test('PATCH /api/admin/jobs/{id} marks as filled: sets the closed date, switches off, hides from visitors', async () => {
  const id = await createJob(app)
  await setNow(new Date('2026-03-04T05:06:07.000Z'))
  const filled = await patch(id, { status: 'filled' })
  await setNow(undefined)
  expect(filled).toMatchObject({ status: 'filled', isActive: false, closedDate: '2026-03-04T05:06:07.000Z' })
  expect((await app.request(`/api/jobs/${id}`)).status).toBe(404)
})

test('PATCH /api/admin/jobs/{id} keeps the first closed date when a filled posting is cancelled', async () => {
  const id = await createJob(app)
  await setNow(new Date('2026-03-04T05:06:07.000Z'))
  await patch(id, { status: 'filled' })
  await setNow(undefined)
  expect(await patch(id, { status: 'cancelled' })).toMatchObject({ closedDate: '2026-03-04T05:06:07.000Z' })
})

test('PATCH /api/admin/jobs/{id} clears the closed date when a posting opens again', async () => {
  const id = await createJob(app)
  await patch(id, { status: 'cancelled' })
  expect(await patch(id, { status: 'active', isActive: true })).toMatchObject({ isActive: true, closedDate: null })
  expect((await app.request(`/api/jobs/${id}`)).status).toBe(200)
})

test('PATCH /api/admin/jobs/{id} toggles isActive and nothing else, whatever the status', async () => {
  const id = await createJob(app)
  const filled = await patch(id, { status: 'filled' })
  expect(await patch(id, { isActive: true })).toEqual({ ...filled, isActive: true, version: 3 })
  expect((await app.request(`/api/jobs/${id}`)).status).toBe(404)
})

test('PATCH /api/admin/jobs/{id} leaves a filled posting filled when only its text is edited', async () => {
  const id = await createJob(app)
  const filled = await patch(id, { status: 'filled' })
  const edited = await patch(id, { ...jobBody(), title: 'Edited', status: 'filled', isActive: false })
  expect(edited).toEqual({ ...filled, title: 'Edited', version: 3 })
})

test('PATCH /api/admin/jobs/{id} refuses an empty body, unknown fields and fields that the server sets', async () => {
  const id = await createJob(app)
  for (const body of [{}, { id: 4 }, { createdAt: 'now' }, { closedDate: null }, { status: 'open' }, []]) {
    expect((await send('PATCH', `/api/admin/jobs/${id}`, body)).status, JSON.stringify(body)).toBe(400)
  }
})

test('PATCH /api/admin/jobs/{id} tells a deleted posting from a number that none ever had', async () => {
  const id = await createJob(app)
  await app.request(`/api/admin/jobs/${id}`, { method: 'DELETE', headers: admin })
  for (const [missing, message] of [
    [id, 'This posting was deleted.'],
    [2_147_483_647, 'There is no posting with this number.'],
  ]) {
    const response = await send('PATCH', `/api/admin/jobs/${missing}`, { isActive: true })
    expect([response.status, await response.json()]).toEqual([404, { code: 'not_found', message }])
  }
})

test('DELETE /api/admin/jobs/{id} deletes a posting, also twice, and never reuses its number', async () => {
  const id = await createJob(app)
  const remove = () => app.request(`/api/admin/jobs/${id}`, { method: 'DELETE', headers: admin })
  const shown = async () => ((await read('/api/jobs?active=true')) as Job[]).map((job) => job.id)
  expect(await shown()).toContain(id)
  expect((await remove()).status).toBe(204)
  expect(await shown()).not.toContain(id)
  expect((await remove()).status).toBe(204)
  expect((await app.request(`/api/jobs/${id}`, { headers: admin })).status).toBe(404)
  expect(await createJob(app)).toBeGreaterThan(id)
})

test.each([
  ['POST', '/api/admin/jobs'],
  ['PATCH', '/api/admin/jobs/1'],
  ['DELETE', '/api/admin/jobs/1'],
])('%s %s needs a bearer token', async (method, path) => {
  const response = await app.request(path, { method })
  expect(response.status).toBe(401)
  expect(await response.json()).toEqual({ message: 'Please log in to continue.', code: 'unauthorized' })
})
