import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { promiseMonthsSchema } from '../../../contract/promise/promise-months.ts'
import { API, PAGE } from '../../../contract/wire/paths.ts'
import { type AdminClient, adminClient } from '../../../test/admin-client.ts'
import { changeSettings } from '../../../test/change-settings.ts'
import { insertApplicants } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'
import type { NewApplicationRow } from '../../platform/database/tables.ts'
import { countPromiseMonths } from './kept-promises.ts'

type Promised = Partial<NewApplicationRow>

const NOON = new Date('2026-11-28T12:00:00.000Z')
const CHICAGO = { today: '2026-11-28', timeZone: 'America/Chicago' }
/** The last instant of October 20 in Chicago, and the first of the day after. */
const [IN_TIME, TOO_LATE] = ['2026-10-21T04:59:59.999Z', '2026-10-21T05:00:00.000Z']

let app: TestApp
let admin: AdminClient
beforeAll(async () => {
  app = await startTestApp()
  app.setNow(NOON)
  admin = adminClient(app, await app.signIn())
})
afterAll(() => app.stop())
beforeEach(async () => {
  await app.db.deleteFrom('applications').execute()
})

const promised = (count: number, day: string, more: Promised = {}): Promised[] =>
  Array.from({ length: count }, () => ({ answer_by: day, quarantined: 0, ...more }))
const kept = (count: number, day: string) => promised(count, day, { first_answered_at: `${day}T12:00:00.000Z` })
const store = (...applicants: Promised[][]) => insertApplicants(app.db, applicants.flat())
const months = async (calendar = CHICAGO) => (await countPromiseMonths(app.db, calendar)).months

test('an answer on the promised day keeps the promise until the day is over in the zone of the company; a later one, or none, misses it', async () => {
  const day = '2026-10-20'
  await store(
    promised(3, day, { first_answered_at: IN_TIME }),
    promised(2, day, { first_answered_at: TOO_LATE }),
    promised(2, day),
  )
  // A later promise replaces no first one.
  await app.db.updateTable('applications').set({ answer_by: '2026-12-20' }).execute()
  expect(await months()).toEqual([{ month: '2026-10', kept: 3, missed: 4 }])
  expect(await months({ ...CHICAGO, timeZone: 'Asia/Tokyo' })).toEqual([{ month: '2026-10', kept: 0, missed: 7 }])
})

test('who withdrew in time is not counted, a missed promise stays missed; what is archived counts, and what may be spam does not', async () => {
  const day = '2026-10-20'
  await store(
    kept(5, day),
    promised(7, day, { withdrawn_at: IN_TIME }),
    promised(2, day, { withdrawn_at: TOO_LATE }),
    promised(1, day, { withdrawn_at: IN_TIME, first_answered_at: TOO_LATE }),
    promised(1, day, { withdrawn_at: TOO_LATE, first_answered_at: IN_TIME }),
    promised(1, day, { archived: 1 }),
    promised(9, day, { quarantined: 1 }),
  )
  expect(await months()).toEqual([{ month: '2026-10', kept: 6, missed: 3 }])
})

test('only months that are over are shown, twelve at most, and none with fewer than five answers due', async () => {
  await store(
    kept(9, '2026-11-01'),
    kept(4, '2026-10-31'),
    kept(5, '2026-08-01'),
    promised(8, '2026-05-31'),
    kept(3, '2026-04-02'),
    kept(9, '2025-10-31'),
  )
  const none = { kept: null, missed: null }
  const shown = [
    { month: '2026-10', ...none },
    { month: '2026-09', ...none },
    { month: '2026-08', kept: 5, missed: 0 },
    { month: '2026-07', ...none },
    { month: '2026-06', ...none },
    { month: '2026-05', kept: 0, missed: 8 },
  ]
  expect(await months()).toEqual(shown)
  expect(await months({ ...CHICAGO, today: '2026-12-01' })).toEqual([
    { month: '2026-11', kept: 9, missed: 0 },
    ...shown,
  ])
  await store(kept(5, '2025-11-01'))
  expect(await months()).toHaveLength(12)
})

test('page, link, data and the entry in the site map exist once an owner shows them to everyone', async () => {
  const read = async (path: string) => {
    const response = await app.request(path)
    return { status: response.status, text: await response.text() }
  }
  const LINK = `href="${PAGE.promise}"`
  await store(kept(5, '2026-10-20'), promised(2, '2026-10-21'))
  for (const path of [PAGE.promise, API.promiseMonths]) expect((await read(path)).status, path).toBe(404)
  expect((await read(PAGE.promise)).text).toContain('404 Page Not Found')
  expect((await read(PAGE.promise)).text).not.toContain('kept')
  expect((await read(PAGE.landing)).text).not.toContain(LINK)
  expect((await read('/sitemap.xml')).text).not.toContain('/promise<')

  await changeSettings(admin, { isPromisePublic: true })
  const { status, text } = await read(PAGE.promise)
  expect(status).toBe(200)
  expect(text).toContain('5 of 7 answers')
  expect((await read(PAGE.landing)).text).toContain(LINK)
  expect((await read('/sitemap.xml')).text).toContain('/promise<')
  const data = promiseMonthsSchema.parse(JSON.parse((await read(API.promiseMonths)).text))
  expect(data.months).toEqual([{ month: '2026-10', kept: 5, missed: 2 }])

  // Whatever visitors do, nothing is counted again within ten minutes.
  await store(kept(3, '2026-10-22'))
  expect((await read(PAGE.promise)).text).toBe(text)
  app.setNow(new Date('2026-11-28T12:10:00.000Z'))
  expect((await read(PAGE.promise)).text).toContain('8 of 10 answers')

  await changeSettings(admin, { isPromisePublic: false })
  expect((await read(PAGE.promise)).status).toBe(404)
})
