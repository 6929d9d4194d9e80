import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Application } from '../../../../contract/applications/application.ts'
import type { Job } from '../../../../contract/jobs/job.ts'
import type { ErrorBody } from '../../../../contract/wire/error.ts'
import { apply, createJob, jobBody } from '../../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../../test/test-app.ts'

let app: TestApp
let admin: { authorization: string }
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn()
})
afterAll(() => app.stop())

const AT_ONCE = Array.from({ length: 20 }, (_, index) => index)

/** Sends a change and gives status and body of the response. */
async function patch<Stored>(path: string, changes: object) {
  const headers = { ...admin, 'content-type': 'application/json' }
  const response = await app.request(path, { method: 'PATCH', headers, body: JSON.stringify(changes) })
  return { status: response.status, body: (await response.json()) as Stored & ErrorBody }
}
const change = (id: number, changes: object) => patch<Application>(`/api/applications/${id}`, changes)
const changeVisibility = (id: number, changes: object) => patch<Application>(`/api/admin/applications/${id}`, changes)
const edit = (id: number, changes: object) => patch<Job>(`/api/admin/jobs/${id}`, changes)

async function read<Body>(path: string): Promise<Body> {
  return (await app.request(path, { headers: admin })).json() as Promise<Body>
}
const one = async (id: number) => (await read<Application[]>('/api/applications')).find((row) => row.id === id)

test('the version of an application starts at 1 and grows with each change, and only with a change', async () => {
  const id = await apply(app)
  expect((await one(id))?.version).toBe(1)
  expect((await change(id, { status: 'interview' })).body.version).toBe(2)
  expect((await change(id, { status: 'interview' })).body.version).toBe(2)
  expect((await changeVisibility(id, { archived: true })).body.version).toBe(3)
  expect((await read<Application[]>('/api/applications?archived=true')).find((row) => row.id === id)?.version).toBe(3)
})

test('the second of two admins who write feedback is refused, with the current version', async () => {
  const id = await apply(app)
  expect((await change(id, { feedback: 'Strong on MQTT', version: 1 })).status).toBe(200)
  const { status, body } = await change(id, { feedback: 'Weak', version: 1 })
  expect(status).toBe(409)
  expect(body).toMatchObject({ code: 'changed_meanwhile', current: { id, feedback: 'Strong on MQTT', version: 2 } })
  expect(body.message).toContain('nothing was done')
  expect((await one(id))?.feedback).toBe('Strong on MQTT')
  expect((await change(id, { feedback: 'Strong, but far away', version: 2 })).body.version).toBe(3)
})

const INTERVIEW = '2027-01-15T09:30:00.000Z'

test.each([
  [
    'interview date',
    { interviewDate: INTERVIEW, status: 'pending' },
    { interviewDate: null },
    'interview_date_changed',
  ],
  ['status', { status: 'hired' }, { status: 'rejected' }, 'status_changed'],
  ['feedback', { feedback: 'Strong' }, { feedback: 'Weak' }, 'feedback_changed'],
])(
  'the %s conflicts with a change of the same field alone, and the conflict names it',
  async (_, theirs, mine, action) => {
    const id = await apply(app)
    await changeVisibility(id, { archived: true })
    await change(id, { ...theirs, version: 1 })
    const { status, body } = await change(id, { ...mine, version: 2 })
    expect([status, body.since]).toMatchObject([409, [{ by: 'admin', event: { action } }]])
    expect(body.since).toHaveLength(1)
    expect(await one(id)).toMatchObject({ ...theirs, archived: true, version: 3 })
    expect((await changeVisibility(id, { archived: false, version: 2 })).body).toMatchObject({ ...theirs, version: 4 })
    expect((await changeVisibility(id, { archived: true, version: 3 })).status).toBe(409)
  },
)

test('of several fields one that was changed since is enough for a conflict, and one that is equal is none', async () => {
  const id = await apply(app)
  await change(id, { feedback: 'Strong' })
  expect((await change(id, { feedback: 'Weak', interviewDate: INTERVIEW, version: 1 })).status).toBe(409)
  expect(await one(id)).toMatchObject({ feedback: 'Strong', interviewDate: null })
  expect((await change(id, { feedback: 'Strong', interviewDate: INTERVIEW, version: 1 })).status).toBe(200)
})

test('a request that is repeated because its response was lost succeeds, whatever version it names', async () => {
  const id = await apply(app)
  const sent = { feedback: 'Strong', interviewDate: '2027-01-15T09:30:00.000Z', version: 1 }
  const first = await change(id, sent)
  expect(await change(id, sent)).toEqual(first)
  const jobId = await createJob(app)
  const edited = await edit(jobId, { ...jobBody({ title: 'Edited' }), version: 1 })
  expect(await edit(jobId, { ...jobBody({ title: 'Edited' }), version: 1 })).toEqual(edited)
  expect((await read<unknown[]>(`/api/admin/jobs/${jobId}/history`)).length).toBe(2)
})

test('a change without a version is made as ever', async () => {
  const id = await apply(app)
  await change(id, { feedback: 'One' })
  expect((await change(id, { feedback: 'Two' })).body).toMatchObject({ feedback: 'Two', version: 3 })
  const jobId = await createJob(app)
  await edit(jobId, { title: 'One' })
  expect((await edit(jobId, { isActive: false })).body).toMatchObject({ title: 'One', version: 3 })
})

test('of 20 admins who save feedback at once, exactly one wins a version', async () => {
  const id = await apply(app)
  for (const version of [1, 2]) {
    const all = await Promise.all(AT_ONCE.map((who) => change(id, { feedback: `By ${who}, over ${version}`, version })))
    const won = all.filter(({ status }) => status === 200)
    expect(won).toHaveLength(1)
    expect(all.filter(({ status }) => status === 409)).toHaveLength(19)
    expect(await one(id)).toMatchObject({ feedback: won[0]?.body.feedback, version: version + 1 })
  }
})

test('of 20 admins who save a posting at once, exactly one wins a version', async () => {
  const id = await createJob(app)
  const all = await Promise.all(AT_ONCE.map((who) => edit(id, { ...jobBody({ title: `By ${who}` }), version: 1 })))
  const won = all.filter(({ status }) => status === 200)
  expect(won).toHaveLength(1)
  expect(all.filter(({ status }) => status === 409)).toHaveLength(19)
  expect(await read<Job>(`/api/jobs/${id}`)).toMatchObject({ title: won[0]?.body.title, version: 2 })
})

test('20 changes at once that name no version are all counted', async () => {
  const id = await apply(app)
  await Promise.all(AT_ONCE.map((who) => change(id, { feedback: `By ${who}` })))
  expect((await one(id))?.version).toBe(21)
})

test('the second of two admins who edit a posting is refused, with the current version', async () => {
  const id = await createJob(app)
  await edit(id, { requirements: '- Three years', version: 1 })
  const { status, body } = await edit(id, { ...jobBody({ title: 'Mine' }), version: 1 })
  expect(status).toBe(409)
  expect(body).toMatchObject({ code: 'changed_meanwhile', current: { requirements: '- Three years', version: 2 } })
})

test('a posting that was changed since it was read is not deleted, unless the request names no version', async () => {
  const id = await createJob(app)
  await edit(id, { requirements: '- Three years', version: 1 })
  const remove = (query: string) => app.request(`/api/admin/jobs/${id}${query}`, { method: 'DELETE', headers: admin })
  const refused = await remove('?version=1')
  expect(refused.status).toBe(409)
  const current = { id, requirements: '- Three years', version: 2 }
  expect(await refused.json()).toMatchObject({ code: 'changed_meanwhile', current })
  for (const query of ['?version=0', '?version=x', '?versions=2']) expect((await remove(query)).status).toBe(400)
  expect((await remove('?version=2')).status).toBe(204)
  expect((await remove('?version=1')).status).toBe(204)
  expect((await app.request(`/api/jobs/${id}`, { headers: admin })).status).toBe(404)
})

test('visitors are not shown the version of a posting', async () => {
  const id = await createJob(app)
  expect(await (await app.request(`/api/jobs/${id}`)).json()).not.toHaveProperty('version')
  for (const job of (await (await app.request('/api/jobs')).json()) as Job[]) expect(job).not.toHaveProperty('version')
})

test.each([0, -1, 1.5, '1', null, 2_147_483_648])('a version of %s is 400', async (version) => {
  const id = await apply(app)
  expect((await change(id, { feedback: 'X', version })).status).toBe(400)
  expect((await changeVisibility(id, { archived: true, version })).status).toBe(400)
  expect((await edit(await createJob(app), { title: 'X', version })).status).toBe(400)
})

test('a version alone changes nothing and is 400', async () => {
  expect((await change(await apply(app), { version: 1 })).status).toBe(400)
  expect((await changeVisibility(await apply(app), { version: 1 })).status).toBe(400)
  expect((await edit(await createJob(app), { version: 1 })).status).toBe(400)
})
