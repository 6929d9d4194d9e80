import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Job } from '../../../contract/jobs/job.ts'
import { API, pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient, signInAs } from '../../../test/admin-client.ts'
import { createJob } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
let admin: AdminClient
/** Two postings of the manager and three of others; of each the first is open. */
let own: number[]
let others: number[]
beforeAll(async () => {
  app = await startTestApp()
  admin = adminClient(app, await app.signIn())
  const make = async (title: string) => [
    await createJob(app, { title: `${title} open` }),
    await createJob(app, { title: `${title} draft`, status: 'draft', isActive: false }),
  ]
  own = await make('Own')
  const closed = await createJob(app, { title: 'Other closed' })
  await app.db.updateTable('jobs').set({ closing_date: '2020-01-02' }).where('id', '=', closed).execute()
  others = [...(await make('Other')), closed]
})
afterAll(() => app.stop())

let managers = 0
const signIn = async (decides: boolean) => {
  managers += 1
  const assignments = own.map((jobId) => ({ jobId, decides }))
  return adminClient(app, await signInAs(app, `manager${managers}`, { role: 'hiring_manager', assignments }))
}
const list = async (client: AdminClient, query = '') => (await client.request<Job[]>('GET', API.jobs + query)).body
const visit = async (path: string) => {
  const response = await app.request(path)
  return { status: response.status, body: await response.json() }
}

test('a hiring manager reads the own postings in full, and of others what every visitor reads', async () => {
  for (const decides of [false, true]) {
    const manager = await signIn(decides)
    const all = await list(admin)
    const ofVisitors = (await visit(API.jobs)).body as Job[]
    const expected = all.flatMap((job) =>
      own.includes(job.id) ? [job] : ofVisitors.filter((visible) => visible.id === job.id),
    )
    expect(expected).toHaveLength(3)
    expect(await list(manager)).toEqual(expected)
    expect(await list(manager, '?active=true')).toEqual(expected.filter(({ id }) => id !== own[1]))
    expect(await list(manager, '?active=false')).toEqual(all.filter(({ id }) => id === own[1]))
    for (const id of own)
      expect(await manager.request('GET', pathTo(API.job, id))).toEqual(await admin.request('GET', pathTo(API.job, id)))
    for (const id of [...others, 999_999])
      expect(await manager.request('GET', pathTo(API.job, id))).toEqual(await visit(pathTo(API.job, id)))
  }
})

test('a hiring manager without postings reads what every visitor reads', async () => {
  const manager = adminClient(app, await signInAs(app, 'new', { role: 'hiring_manager' }))
  expect(await list(manager)).toEqual((await visit(API.jobs)).body)
  expect(await list(manager, '?active=false')).toEqual([])
})

test('a recruiter reads all postings in full', async () => {
  const recruiter = adminClient(app, await signInAs(app, 'rita', { role: 'recruiter' }))
  expect(await list(recruiter)).toEqual(await list(admin))
  expect(await list(recruiter)).toHaveLength(5)
})
