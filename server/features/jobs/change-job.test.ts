import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { makeTestDatabase, type TestDatabase } from '../../../test/databases/test-database.ts'
import { jobBody } from '../../../test/factories.ts'
import { readConfig } from '../../config.ts'
import { createToday } from '../../platform/calendar-day.ts'
import { systemClock } from '../../platform/clock.ts'
import { changeJob, createJob, removeJob } from './change-job.ts'

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-change-job-'))
  database = await makeTestDatabase(folder)
})
afterAll(async () => {
  await database.remove()
  await rm(folder, { recursive: true })
})

test('only a change that alters a posting makes the published snapshot outdated', async () => {
  const changed = vi.fn()
  const published = { changed, current: vi.fn(), setListening: vi.fn() }
  const postings = {
    db: database.db,
    published,
    config: readConfig({}, 'development'),
    outbox: null as never,
    cancelInterviewsOfFilled: async () => null,
    keepPostingsOffersInStep: async () => undefined,
    today: createToday(systemClock, 'UTC'),
  }
  const action = { by: { id: 1, username: 'admin', displayName: null }, now: new Date() }
  const create = () => createJob(postings, action, { job: jobBody({ title: 'Operator' }), idempotencyKey: 'once' })
  const { id } = await create()
  expect(changed).toHaveBeenCalledTimes(1)

  await create()
  await changeJob(postings, { ...action, id }, { title: 'Operator' })
  await changeJob(postings, { ...action, id: id + 1 }, { title: 'Nothing' })
  await removeJob(postings, { ...action, id: id + 1 })
  expect(changed).toHaveBeenCalledTimes(1)

  await changeJob(postings, { ...action, id }, { title: 'Field operator' })
  await removeJob(postings, { ...action, id })
  expect(changed).toHaveBeenCalledTimes(3)
})
