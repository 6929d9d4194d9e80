import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { ADMIN_API } from '../../../contract/wire/admin-paths.ts'
import { pathTo } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { createJob } from '../../../test/factories.ts'
import { startSearchEngine } from '../../../test/search-engine/search-engine.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { announceClosings } from '../jobs/announce-closings.ts'

const SITE = 'https://careers.example.com'
const START = Date.parse('2026-03-02T09:00:00Z')
const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

let engine: Awaited<ReturnType<typeof startSearchEngine>>
let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  engine = await startSearchEngine()
  app = await startTestApp({ publicUrl: SITE, indexNow: engine.indexNow })
})
afterAll(async () => {
  await app.stop()
  engine.stop()
})
beforeEach(async () => {
  await app.db.deleteFrom('outbox_tasks').execute()
  await app.db.deleteFrom('jobs').execute()
  app.setNow(new Date(START))
  admin = adminClient(app, await app.signIn())
  engine.received.length = 0
  engine.respondWith(200)
})

const tasks = () => app.db.selectFrom('outbox_tasks').selectAll().where('kind', '=', 'announce_job').execute()
const change = (id: number, changes: object) => admin.send('PATCH', pathTo(ADMIN_API.adminJob, id), changes)
/** Lets announcements become due; the next change wakes the outbox. */
const later = async (milliseconds: number) => {
  app.setNow(new Date(START + milliseconds))
  admin = adminClient(app, await app.signIn())
  await createJob(app, { status: 'draft' })
}
const announced = (count: number) =>
  vi.waitFor(async () => expect([engine.received.length, await tasks()]).toEqual([count, []]), { timeout: 30_000 })

test('postings that are published, changed, closed and deleted are announced together, each once', async () => {
  const ids = [await createJob(app), await createJob(app), await createJob(app)] as const
  await change(ids[0], { title: 'Another title' })
  await change(ids[1], { status: 'filled' })
  await admin.send('DELETE', pathTo(ADMIN_API.adminJob, ids[2]))
  expect(engine.received).toEqual([])
  await later(MINUTE)
  await announced(1)
  const { key } = engine.indexNow
  const { urlList, ...rest } = engine.received[0] ?? {}
  expect(rest).toEqual({ host: 'careers.example.com', key, keyLocation: `${SITE}/${key}.txt` })
  expect(urlList).toEqual([`${SITE}/`, ...ids.map((id) => `${SITE}/jobs/${id}`)])
  expect(await (await app.request(`/${key}.txt`)).text()).toBe(key)
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

test('a posting that closes by its date is announced once when its last day is over, by one of many processes', async () => {
  const closes = await createJob(app, { closingDate: '2026-03-02' })
  await createJob(app, { closingDate: '2026-03-03' })
  await createJob(app, { closingDate: '2026-03-02', status: 'draft', isActive: false })
  await createJob(app, { closingDate: '2026-03-02', isActive: false })
  await createJob(app, { closingDate: '2026-03-02', status: 'filled' })
  await later(MINUTE)
  await announced(1)
  /** What every process does once a minute. */
  const look = (today: string) => announceClosings(app.db, { today, now: new Date(START + DAY), tellsEngines: true })
  const pages = (id: number) => [`${SITE}/`, `${SITE}/jobs/${id}`]
  await look('2026-03-02')
  expect(await tasks()).toEqual([])

  await Promise.all([look('2026-03-03'), look('2026-03-03'), look('2026-03-03')])
  expect(await tasks()).toHaveLength(1)
  await later(DAY + MINUTE)
  await announced(2)
  expect(engine.received.at(-1)?.urlList).toEqual(pages(closes))
  await look('2026-03-03')
  expect(await tasks()).toEqual([])

  await change(closes, { closingDate: '2026-03-03', title: 'Open for another day' })
  await later(DAY + 2 * MINUTE)
  await announced(3)
  await look('2026-03-04')
  expect(await tasks()).toHaveLength(2)
})

test.each([500, 429, 302])('a response of %i is tried again, and no change waits for it', async (failure) => {
  engine.respondWith(failure)
  const id = await createJob(app)
  await later(MINUTE)
  await vi.waitFor(
    async () => expect((await tasks())[0]).toMatchObject({ last_error: `IndexNow responded ${failure}` }),
    {
      timeout: 30_000,
    },
  )
  expect((await change(id, { title: 'Another title' })).status).toBe(200)
  engine.respondWith(202)
  const failed = engine.received.length
  await later(60 * MINUTE)
  await announced(failed + 1)
  expect(engine.received.at(-1)?.urlList).toEqual([`${SITE}/`, `${SITE}/jobs/${id}`])
})

test('an announcement is given up after 16 attempts', async () => {
  engine.respondWith(500)
  await createJob(app)
  await app.db.updateTable('outbox_tasks').set({ attempts: 14 }).execute()
  await later(MINUTE)
  const failed = [expect.objectContaining({ attempts: 15, last_error: 'IndexNow responded 500' })]
  await vi.waitFor(async () => expect(await tasks()).toEqual(failed), { timeout: 30_000 })
  await later(60 * MINUTE)
  await announced(2)
})

test('a key that the engine refuses is not sent again and again', async () => {
  engine.respondWith(403)
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
  expect((await silent.request(`/${engine.indexNow.key}.txt`)).status).toBe(404)
  await silent.stop()
})
