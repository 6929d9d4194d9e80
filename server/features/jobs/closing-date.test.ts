import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Job } from '../../../contract/jobs/job.ts'
import { FEED } from '../../../contract/wire/feed-paths.ts'
import { API, EMBEDDED_LIST, PAGE, pathTo, SHARE_PICTURE } from '../../../contract/wire/paths.ts'
import { applicationForm, createJob, jobBody } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { readConfig } from '../../config.ts'

/** In Chicago the clocks go back on this day, so that it ends at 06:00 UTC, 25 hours after it began. */
const LAST_DAY = '2026-11-01'
const BEFORE_THE_END = new Date('2026-11-02T05:59:59.999Z')
const AT_THE_END = new Date('2026-11-02T06:00:00.000Z')

let app: TestApp
let admin: Record<string, string>
beforeAll(async () => {
  const { company } = readConfig({}, 'development')
  app = await startTestApp({ company: { ...company, timeZone: 'America/Chicago' } })
})
afterAll(() => app.stop())
beforeEach(async () => {
  app.setNow(BEFORE_THE_END)
  admin = { ...(await app.signIn()), 'content-type': 'application/json' }
})

const textOf = async (path: string) => (await app.request(path)).text()
const patch = (id: number, changes: object) =>
  app.request(`/api/admin/jobs/${id}`, { method: 'PATCH', headers: admin, body: JSON.stringify(changes) })

test('a posting closes at the end of its closing date in the zone of the company: in pages, calls, feeds and the site map', async () => {
  const id = await createJob(app, { title: 'Closing Soon', closingDate: LAST_DAY })
  await createJob(app, { title: 'Open Longer', closingDate: '2026-11-02' })
  const statuses = () =>
    Promise.all(
      [pathTo(API.job, id), pathTo(PAGE.job, id), `${PAGE.apply}?job=${id}`, pathTo(SHARE_PICTURE, id)].map(
        async (path) => (await app.request(path)).status,
      ),
    )
  const lists = [API.jobs, PAGE.landing, EMBEDDED_LIST, ...Object.values(FEED)]
  const listTag = async () => (await app.request('/api/jobs')).headers.get('etag') ?? ''
  const openToAdmins = async () =>
    (await (await app.request('/api/jobs?active=true', { headers: admin })).json()) as Job[]

  expect(await statuses()).toEqual([200, 200, 200, 200])
  for (const path of lists) expect(await textOf(path), path).toContain('Closing Soon')
  expect(await textOf('/sitemap.xml')).toContain(`/jobs/${id}<`)
  const tag = await listTag()
  const unchanged = await app.request('/api/jobs', { headers: { 'if-none-match': tag } })
  expect(unchanged.status).toBe(304)

  app.setNow(AT_THE_END)
  expect(await statuses()).toEqual([404, 404, 404, 404])
  for (const path of lists) {
    expect(await textOf(path), path).toContain('Open Longer')
    expect(await textOf(path), path).not.toContain('Closing Soon')
  }
  expect(await textOf('/sitemap.xml')).not.toContain(`/jobs/${id}<`)
  const changed = await app.request('/api/jobs', { headers: { 'if-none-match': tag } })
  expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false])
  expect((await openToAdmins()).map(({ title }) => title)).toEqual(['Open Longer'])
  const stored = (await (await app.request(`/api/jobs/${id}`, { headers: admin })).json()) as Job
  expect(stored).toMatchObject({
    status: 'active',
    isActive: true,
    closedDate: null,
    closingDate: LAST_DAY,
    version: 1,
  })
})

test('applications are taken until the closing date is over, then refused as for other closed postings', async () => {
  const jobId = String(await createJob(app, { closingDate: LAST_DAY }))
  const submit = () => app.request('/api/submit-application', { method: 'POST', body: applicationForm({ jobId }) })
  expect((await submit()).status).toBe(201)
  app.setNow(AT_THE_END)
  const refused = await submit()
  expect([refused.status, await refused.json()]).toMatchObject([409, { code: 'job_closed' }])
})

test('a posting is not published after its closing date, but one that has closed by its date can be edited', async () => {
  const message = 'Must be today or later for a posting that is open'
  const refusal = { code: 'invalid_request', issues: [{ path: 'closingDate', message }] }
  const create = (body: object) =>
    app.request('/api/admin/jobs', { method: 'POST', headers: admin, body: JSON.stringify(body) })
  const late = await create(jobBody({ closingDate: '2026-10-31' }))
  expect([late.status, await late.json()]).toMatchObject([400, refusal])

  const draft = await createJob(app, { closingDate: '2026-10-31', status: 'draft', isActive: false })
  const published = await patch(draft, { status: 'active', isActive: true })
  expect([published.status, await published.json()]).toMatchObject([400, refusal])
  expect((await patch(draft, { status: 'active', isActive: true, closingDate: LAST_DAY })).status).toBe(200)

  app.setNow(AT_THE_END)
  expect((await patch(draft, { title: 'Edited' })).status).toBe(200)
  expect((await patch(draft, { isActive: false })).status).toBe(200)
  expect(await (await patch(draft, { isActive: true })).json()).toMatchObject(refusal)
  expect((await patch(draft, { isActive: true, closingDate: null })).status).toBe(200)
})
