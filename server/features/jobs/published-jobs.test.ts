import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { findPostings } from '../../../contract/jobs/search/job-search.ts'
import { makeTestDatabase, type TestDatabase } from '../../../test/databases/test-database.ts'
import { jobBody } from '../../../test/factories.ts'
import { countOtherWork } from '../../../test/other-work.ts'
import { createToday } from '../../platform/calendar-day.ts'
import { systemClock } from '../../platform/clock.ts'
import { createCachedResponse } from '../../platform/http/cached-response.ts'
import { insertJob, updateJob } from './job-queries.ts'
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

const companyAddress = { locality: 'Midland', region: 'TX', country: 'US' }
const surroundings = { today: createToday(systemClock, 'UTC'), companyAddress }
const page = (text: string) => createCachedResponse(text, { contentType: 'text/plain', cacheControl: 'no-cache' })

test('a response is made once per snapshot, and again after a failure', async () => {
  const published = createPublishedJobs(database.db, surroundings)
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
  const published = createPublishedJobs(database.db, surroundings)
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

test('after a change of one posting only that one is read again, and a closed one is gone', async () => {
  const { db } = database
  const published = createPublishedJobs(db, surroundings)
  const [changed, closed] = [
    await insertJob(db, newJobRow(jobBody({ title: 'Caulker' }), new Date(), null)),
    await insertJob(db, newJobRow(jobBody({ title: 'Cooper' }), new Date(), null)),
  ]
  const before = await published.current()
  const { postings: read } = await before.prepared()
  await updateJob(db, changed.id, { title: 'Thatcher' })
  await updateJob(db, closed.id, { is_active: 0 })
  published.changed()
  const after = await published.current()
  const prepared = await after.prepared()
  const anew = prepared.postings.filter((posting) => !read.includes(posting))
  expect(anew.map(({ job }) => job.title)).toEqual(['Thatcher'])
  expect(after.jobs.filter((job) => !before.jobs.includes(job))).toEqual([after.byId.get(changed.id)?.job])
  const titlesOf = (q: string) => {
    const found = findPostings(prepared, q)
    return after.jobs.filter((_, place) => found[place] === 1).map(({ title }) => title)
  }
  expect(['caulker', 'cooper', 'thatcher'].map(titlesOf)).toEqual([[], [], ['Thatcher']])
  expect(await after.prepared()).toBe(prepared)
})

test('a change that visitors do not read leaves the snapshot as it is', async () => {
  const published = createPublishedJobs(database.db, surroundings)
  const before = await published.current()
  await updateJob(database.db, before.jobs[0]?.id ?? 0, { project_code: 'PRJ-77' })
  published.changed()
  expect(await published.current()).toBe(before)
})

test('a snapshot caches a bounded number of responses', async () => {
  const { response } = await createPublishedJobs(database.db, surroundings).current()
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
  const published = createPublishedJobs(db, { ...surroundings, warn: (message) => warnings.push(message) })
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

test('other work goes on while many postings are read', async () => {
  const rows = Array.from({ length: 600 }, () => newJobRow(jobBody(), new Date(), null))
  await database.db.insertInto('jobs').values(rows).execute()
  const otherWork = countOtherWork()
  await createPublishedJobs(database.db, surroundings).current()
  expect(otherWork()).toBeGreaterThanOrEqual(2)
})
