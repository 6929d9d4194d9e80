import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { insertApplicants } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import { createToday } from '../../platform/calendar-day.ts'
import { createPublishedJobs } from '../jobs/published-jobs.ts'
import { createMeasuredResponseTime, measureResponseTime, NOT_MEASURED } from './response-time.ts'

const NOW = new Date('2026-03-02T12:00:00.000Z')
const AT = { now: NOW, timeZone: 'UTC' }
const today = createToday(() => NOW, 'UTC')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * 24 * 60 * 60_000).toISOString()
const decided = (count: number, received: number, told: number) =>
  Array.from({ length: count }, () => ({
    status: 'rejected' as const,
    answered_status: 'rejected' as const,
    created_at: daysAgo(received),
    answered_at: daysAgo(told),
    first_answered_at: daysAgo(told),
  }))

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.db.deleteFrom('applications').execute()
})

test('no median is shown for 19 decisions in 180 days, and one in whole days, at least 1, for 20', async () => {
  await insertApplicants(app.db, [...decided(19, 10, 6.5), ...decided(30, 400, 181)])
  expect(await measureResponseTime(app.db, AT)).toEqual(NOT_MEASURED)
  await insertApplicants(app.db, decided(1, 10, 9.9))
  expect(await measureResponseTime(app.db, AT)).toEqual({ medianDays: 4, decisions: 20 })
  await insertApplicants(app.db, decided(21, 10, 9.9))
  expect(await measureResponseTime(app.db, AT)).toEqual({ medianDays: 1, decisions: 41 })
})

test('the days of the median are those of the company, as the promise counts them', async () => {
  const told = { created_at: '2026-02-20T05:00:00.000Z', first_answered_at: '2026-02-21T06:30:00.000Z' }
  await insertApplicants(app.db, Array(20).fill({ status: 'rejected', answered_status: 'rejected', ...told }))
  const daysIn = async (timeZone: string) => (await measureResponseTime(app.db, { now: NOW, timeZone })).medianDays
  // In Chicago from the evening of the 19th to the night of the 21st; in Tokyo from one afternoon to the next, 25.5 hours later.
  expect([await daysIn('America/Chicago'), await daysIn('Asia/Tokyo')]).toEqual([2, 1])
})

test('decisions that their applicants do not know count as longer than all others', async () => {
  await insertApplicants(app.db, decided(20, 10, 7))
  await insertApplicants(app.db, Array(19).fill({ status: 'rejected', created_at: daysAgo(10) }))
  await insertApplicants(app.db, Array(30).fill({ status: 'pending', created_at: daysAgo(1) }))
  await insertApplicants(app.db, Array(30).fill({ status: 'rejected', created_at: daysAgo(200) }))
  expect(await measureResponseTime(app.db, AT)).toEqual({ medianDays: 3, decisions: 20 })
  await insertApplicants(app.db, [{ status: 'hired', created_at: daysAgo(10) }])
  expect(await measureResponseTime(app.db, AT)).toEqual(NOT_MEASURED)
})

test('a measurement is published when it differs from the one before', async () => {
  const { db } = app
  const measuring = createMeasuredResponseTime({ db, clock: () => NOW, timeZone: 'UTC' })
  const companyAddress = { locality: 'Midland', region: 'TX', country: 'US' }
  const published = createPublishedJobs(db, { today, companyAddress, responseTime: measuring.latest })
  const changed = vi.fn(published.changed)
  const before = await published.current()
  expect(before.promise.medianDays).toBeNull()
  await measuring.measure(changed)
  expect(await published.current()).toBe(before)
  await insertApplicants(db, decided(20, 30, 26))
  await measuring.measure(changed)
  await measuring.measure(changed)
  expect((await published.current()).promise.medianDays).toBe(4)
  expect(changed).toHaveBeenCalledTimes(1)
})
