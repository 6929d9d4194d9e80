import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { createJob } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  app = await startTestApp()
  admin = adminClient(app, await app.signIn())
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.db.deleteFrom('jobs').execute()
})

const change = (id: number, changes: object) => admin.send('PATCH', `/api/admin/jobs/${id}`, changes)

async function read(id: number) {
  const response = await app.request(`/jobs/${id}`)
  const html = await response.text()
  const data = JSON.parse(/id="page-data">([^<]*)/.exec(html)?.[1] ?? 'null')
  return { status: response.status, html, closed: data.responses['/jobs/:id'] }
}

test('a filled posting keeps its page and its text, as 404, and no search engine or applicant is invited', async () => {
  const id = await createJob(app, { title: 'Edge Engineer', internalJobCode: 'SECRET-1', projectCode: 'SECRET-2' })
  await change(id, { status: 'filled' })
  const { status, html } = await read(id)
  expect(status).toBe(404)
  expect(html).toContain('This position has been filled')
  expect(html).toContain('Bring well pads into one operator screen.')
  expect(html).toContain('<title>Edge Engineer, Midland, TX')
  expect(html).toContain('<meta name="robots" content="noindex" />')
  expect(html).not.toMatch(/JobPosting|og:image|Apply Now|<form|SECRET|Similar open positions/)
  expect((await app.request(`/api/jobs/${id}`)).status).toBe(404)
})

test('a cancelled posting is no longer open, and says so', async () => {
  const id = await createJob(app)
  await change(id, { status: 'cancelled' })
  const { status, html } = await read(id)
  expect(status).toBe(404)
  expect(html).toContain('This position is no longer open')
  expect(html).not.toContain('has been filled')
})

test('it names up to three similar open positions: of the department first, then of the place, then of the type', async () => {
  const id = await createJob(app, { department: 'Field', location: 'Odessa, TX', jobType: 'Contract' })
  const others = { department: 'Office', location: 'Houston, TX', jobType: 'Internship' } as const
  await createJob(app, { ...others, title: 'Nothing in common' })
  await createJob(app, { ...others, title: 'No department', department: null })
  await createJob(app, { ...others, title: 'Same department', department: 'Field' })
  await createJob(app, { ...others, title: 'Same place', location: 'Odessa, TX' })
  await createJob(app, { ...others, title: 'Same place and type', location: 'Odessa, TX', jobType: 'Contract' })
  await createJob(app, { ...others, title: 'Same type', jobType: 'Contract' })
  await change(id, { status: 'filled' })
  const { closed, html } = await read(id)
  expect(closed.similar.map((job: { title: string }) => job.title)).toEqual([
    'Same department',
    'Same place and type',
    'Same place',
  ])
  expect(html).toContain('Similar open positions')
})

test('the page shows each change of the posting and of the open positions at once', async () => {
  const id = await createJob(app, { title: 'Before' })
  await change(id, { status: 'filled' })
  expect((await read(id)).html).toContain('Before')
  await change(id, { title: 'After' })
  expect((await read(id)).html).toContain('After')
  await createJob(app, { title: 'Opened later' })
  expect((await read(id)).closed.similar).toMatchObject([{ title: 'Opened later' }])
  await change(id, { status: 'active', isActive: true })
  expect(await read(id)).toMatchObject({ status: 200, closed: undefined })
  await change(id, { status: 'filled' })
  await admin.send('DELETE', `/api/admin/jobs/${id}`)
  expect(await read(id)).toMatchObject({ status: 404, closed: null, html: expect.stringContaining('Job Not Found') })
})

test('what visitors never saw, or must not see at the moment, stays an unknown posting', async () => {
  const draft = await createJob(app, { title: 'Hidden', status: 'draft' })
  await change(draft, { status: 'cancelled' })
  const filledAtOnce = await createJob(app, { title: 'Hidden', status: 'filled' })
  const drafted = await createJob(app, { title: 'Hidden' })
  await change(drafted, { status: 'draft' })
  const switchedOff = await createJob(app, { title: 'Hidden' })
  await change(switchedOff, { isActive: false })
  for (const id of [draft, filledAtOnce, drafted, switchedOff, 2_147_483_647]) {
    const { status, closed, html } = await read(id)
    expect([id, status, closed]).toEqual([id, 404, null])
    expect(html).toContain('Job Not Found')
    expect(html).not.toContain('Hidden')
  }
})
