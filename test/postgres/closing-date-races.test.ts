import { expect, test, vi } from 'vitest'
import { FEED, POSTING_API } from '../../contract/wire/feed-paths.ts'
import { API, EMBEDDED_LIST, PAGE } from '../../contract/wire/paths.ts'
import { readConfig } from '../../server/config.ts'
import { makePostgresDatabase } from '../databases/test-database.ts'
import { createJob } from '../factories.ts'
import { startSearchEngine } from '../search-engine/search-engine.ts'
import { startTestApp } from '../test-app.ts'

const BOARD = POSTING_API.replace(':name', 'permian-edge-controls')
const LISTS = [API.jobs, PAGE.landing, '/sitemap.xml', EMBEDDED_LIST, ...Object.values(FEED), BOARD]

test('a posting closes by its date in two processes at the same moment: its page, and every list and feed', async () => {
  const database = await makePostgresDatabase()
  const { company } = readConfig({}, 'development')
  const settings = { postgres: { url: database.url, poolSize: 2 }, company: { ...company, timeZone: 'UTC' } }
  const processes = await Promise.all([startTestApp(settings), startTestApp(settings)])
  const [one] = processes
  const setNow = (instant: string) => {
    for (const app of processes) app.setNow(new Date(instant))
  }
  setNow('2026-06-30T23:59:59.999Z')
  const id = await createJob(one, { title: 'Closing Soon', closingDate: '2026-06-30' })
  await createJob(one, { title: 'Open Longer', closingDate: '2026-07-01' })
  const statuses = () => Promise.all(processes.map(async (app) => (await app.request(`/jobs/${id}`)).status))
  const shown = new RegExp(`Closing Soon|/jobs/${id}<`)
  /** Addresses that show it, in either process. */
  const shownAt = async () => {
    const texts = processes.flatMap((app) =>
      LISTS.map(async (path) => (shown.test(await (await app.request(path)).text()) ? [path] : [])),
    )
    return (await Promise.all(texts)).flat()
  }
  await expect.poll(statuses, { timeout: 60_000 }).toEqual([200, 200])
  await expect.poll(shownAt, { timeout: 60_000 }).toEqual([...LISTS, ...LISTS])
  setNow('2026-07-01T00:00:00.000Z')
  expect([await shownAt(), await statuses()]).toEqual([[], [404, 404]])
  await Promise.all(processes.map((app) => app.stop()))
  await database.remove()
})

test('a posting that closes while no process runs is announced once by those that start later', async () => {
  const database = await makePostgresDatabase()
  const engine = await startSearchEngine()
  const publicUrl = 'https://careers.example.com'
  const start = () =>
    startTestApp({ postgres: { url: database.url, poolSize: 2 }, publicUrl, indexNow: engine.indexNow })
  const before = await start()
  before.setNow(new Date('2020-06-30T12:00:00.000Z'))
  const id = await createJob(before, { closingDate: '2020-06-30' })
  await before.db.deleteFrom('outbox_tasks').execute()
  await before.stop()

  const [one, other] = await Promise.all([start(), start()])
  const tasks = () => one.db.selectFrom('outbox_tasks').select(['kind', 'payload']).execute()
  const PATIENT = { timeout: 60_000 }
  await vi.waitFor(async () => expect(await tasks()).toHaveLength(1), PATIENT)
  // Also the look of its start has ended then.
  await other.stop()
  expect(await tasks()).toHaveLength(1)
  one.setNow(new Date(Date.now() + 60_000))
  // Any change of postings wakes the outbox.
  await createJob(one, { status: 'draft' })
  await vi.waitFor(async () => expect(await tasks()).toEqual([]), PATIENT)
  expect(engine.received.map(({ urlList }) => urlList)).toEqual([[`${publicUrl}/`, `${publicUrl}/jobs/${id}`]])
  await one.stop()
  engine.stop()
  await database.remove()
})
