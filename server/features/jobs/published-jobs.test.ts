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

test('a stored setting or text that cannot be read costs no other one, and the log names it once', async () => {
  const { db } = database
  const warnings: string[] = []
  const published = createPublishedJobs(db, { today, warn: (message) => warnings.push(message) })
  const settings = JSON.stringify({ answerWithinDays: 3, embeddingSites: ['no site'] })
  await db.insertInto('settings').values({ id: 1, settings }).execute()
  const texts = JSON.stringify({ privacy: 'Our policy', benefits: ['x'.repeat(201), 'Cake'] })
  await db.insertInto('site_texts').values({ id: 1, texts }).execute()
  for (let read = 0; read < 2; read += 1) {
    published.changed()
    const snapshot = await published.current()
    expect(snapshot.promise.answerWithinDays).toBe(3)
    expect(snapshot.embeddingSites).toEqual([])
    expect(snapshot.texts).toMatchObject({ privacy: 'Our policy', benefits: ['Cake'] })
  }
  expect(warnings).toEqual([
    expect.stringMatching(/settings.*: embeddingSites\./),
    expect.stringMatching(/texts.*: benefits\./),
  ])
})
