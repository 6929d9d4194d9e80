import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { json } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../../contract/admin-paths.ts'
import { pathTo } from '../../../contract/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { createJob } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

const SITE = 'https://careers.example.com'
const KEY = '0123456789abcdef'
const START = Date.parse('2026-03-02T09:00:00Z')
const MINUTE = 60_000

/** What the search engine received, and what it responds. */
const received: Record<string, unknown>[] = []
let status = 200
let engine: Server
let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  engine = createServer(async (request, response) => {
    received.push((await json(request)) as Record<string, unknown>)
    response.writeHead(status).end()
  }).listen(0, '127.0.0.1')
  await once(engine, 'listening')
  const { port } = engine.address() as { port: number }
  app = await startTestApp({ publicUrl: SITE, indexNow: { key: KEY, url: `http://127.0.0.1:${port}/indexnow` } })
})
afterAll(async () => {
  await app.stop()
  engine.close()
})
beforeEach(async () => {
  await app.db.deleteFrom('outbox_tasks').execute()
  await app.db.deleteFrom('jobs').execute()
  app.setNow(new Date(START))
  admin = adminClient(app, await app.signIn())
  received.length = 0
  status = 200
})

const tasks = () => app.db.selectFrom('outbox_tasks').selectAll().where('kind', '=', 'announce_job').execute()
const change = (id: number, changes: object) => admin.send('PATCH', pathTo(ADMIN_API.adminJob, id), changes)
/** Lets announcements become due; the next change wakes the outbox. */
const later = async (milliseconds: number) => {
  app.setNow(new Date(START + milliseconds))
  await createJob(app, { status: 'draft' })
}
const announced = (count: number) =>
  vi.waitFor(async () => expect([received.length, await tasks()]).toEqual([count, []]), { timeout: 30_000 })

test('postings that are published, changed, closed and deleted are announced together, each once', async () => {
  const ids = [await createJob(app), await createJob(app), await createJob(app)] as const
  await change(ids[0], { title: 'Another title' })
  await change(ids[1], { status: 'filled' })
  await admin.send('DELETE', pathTo(ADMIN_API.adminJob, ids[2]))
  expect(received).toEqual([])
  await later(MINUTE)
  await announced(1)
  const { urlList, ...rest } = received[0] ?? {}
  expect(rest).toEqual({ host: 'careers.example.com', key: KEY, keyLocation: `${SITE}/${KEY}.txt` })
  expect(urlList).toEqual([`${SITE}/`, ...ids.map((id) => `${SITE}/jobs/${id}`)])
  expect(await (await app.request(`/${KEY}.txt`)).text()).toBe(KEY)
})

test('a draft, an edit of a closed posting and an internal code are not announced', async () => {
  const draft = await createJob(app, { status: 'draft' })
  await change(draft, { title: 'Another title' })
  await admin.send('DELETE', pathTo(ADMIN_API.adminJob, draft))
  const filled = await createJob(app, { status: 'filled' })
  await change(filled, { title: 'Another title' })
  expect(await tasks()).toEqual([])
  const open = await createJob(app)
  await change(open, { internalJobCode: 'INT-8' })
  expect(await tasks()).toHaveLength(1)
})

test.each([500, 429, 302])('a response of %i is tried again, and no change waits for it', async (failure) => {
  status = failure
  const id = await createJob(app)
  await later(MINUTE)
  await vi.waitFor(
    async () => expect((await tasks())[0]).toMatchObject({ last_error: `IndexNow responded ${failure}` }),
    {
      timeout: 30_000,
    },
  )
  expect((await change(id, { title: 'Another title' })).status).toBe(200)
  status = 202
  const failed = received.length
  await later(60 * MINUTE)
  await announced(failed + 1)
  expect(received.at(-1)?.urlList).toEqual([`${SITE}/`, `${SITE}/jobs/${id}`])
})

test('a key that the engine refuses is not sent again and again', async () => {
  status = 403
  await createJob(app)
  await createJob(app)
  await later(MINUTE)
  await announced(1)
})

test('without a key nothing is announced, and no file has one', async () => {
  const silent = await startTestApp({ publicUrl: SITE })
  await createJob(silent)
  const kinds = await silent.db.selectFrom('outbox_tasks').select('kind').execute()
  expect(kinds).toEqual([])
  expect((await silent.request(`/${KEY}.txt`)).status).toBe(404)
  await silent.stop()
})
