import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { jobBody } from '../../../test/factories.ts'
import { makeTestDatabase, type TestDatabase } from '../../../test/test-database.ts'
import { createToday } from '../../platform/calendar-day.ts'
import { systemClock } from '../../platform/clock.ts'
import { createCachedResponse } from '../../platform/http/cached-response.ts'
import { insertJob } from './job-queries.ts'
import { newJobRow } from './job-rules.ts'
import { createPublishedJobs } from './published-jobs.ts'

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-published-'))
  database = await makeTestDatabase(folder)
})
afterAll(async () => {
  await database.remove()
  await rm(folder, { recursive: true })
})

const today = createToday(systemClock, 'UTC')
const page = (text: string) => createCachedResponse(text, { contentType: 'text/plain', cacheControl: 'no-cache' })

test('a response is made once per snapshot, and again after a failure', async () => {
  const published = createPublishedJobs(database.db, { today })
  let made = 0
  const respond = async () => {
    const { response } = await published.current()
    return response('list', async () => {
      made += 1
      if (made === 1) throw new Error('not this time')
      return page(String(made))
    })
  }
  await expect(respond()).rejects.toThrow('not this time')
  expect(await respond()).toBe(await respond())
  await insertJob(database.db, newJobRow(jobBody(), new Date(), null))
  published.changed()
  await respond()
  expect(made).toBe(3)
})

test('postings are read again only after a change, and every second while no notifications arrive', async () => {
  const published = createPublishedJobs(database.db, { today })
  const before = await published.current()
  expect(await published.current()).toBe(before)
  await insertJob(database.db, newJobRow(jobBody({ title: 'From elsewhere' }), new Date(), null))
  expect(await published.current()).toBe(before)
  published.setListening(false)
  const { jobs } = await published.current()
  expect(jobs.map(({ title }) => title)).toContain('From elsewhere')
  await insertJob(database.db, newJobRow(jobBody({ title: 'Later' }), new Date(), null))
  const titles = async () => (await published.current()).jobs.map(({ title }) => title)
  await expect.poll(titles, { timeout: 10_000 }).toContain('Later')
})

test('a snapshot caches a bounded number of responses', async () => {
  const { response } = await createPublishedJobs(database.db, { today }).current()
  let made = 0
  const make = async () => {
    made += 1
    return page('')
  }
  for (let number = 0; number < 1_500; number += 1) await response(String(number), make)
  await response('1499', make)
  expect(made).toBe(1_500)
  await response('0', make)
  expect(made).toBe(1_501)
})
