import { expect, test } from 'vitest'
import { readConfig } from '../../server/config.ts'
import { createJob } from '../factories.ts'
import { startTestApp } from '../test-app.ts'
import { makePostgresDatabase } from '../test-database.ts'

test('a posting closes by its date in two processes at the same moment', async () => {
  const database = await makePostgresDatabase()
  const { company } = readConfig({}, 'development')
  const settings = { postgres: { url: database.url, poolSize: 2 }, company: { ...company, timeZone: 'UTC' } }
  const processes = await Promise.all([startTestApp(settings), startTestApp(settings)])
  const [one] = processes
  const setNow = (instant: string) => {
    for (const app of processes) app.setNow(new Date(instant))
  }
  setNow('2026-06-30T23:59:59.999Z')
  const id = await createJob(one, { closingDate: '2026-06-30' })
  const statuses = () => Promise.all(processes.map(async (app) => (await app.request(`/jobs/${id}`)).status))
  await expect.poll(statuses, { timeout: 60_000 }).toEqual([200, 200])
  setNow('2026-07-01T00:00:00.000Z')
  expect(await statuses()).toEqual([404, 404])
  await Promise.all(processes.map((app) => app.stop()))
  await database.remove()
})
