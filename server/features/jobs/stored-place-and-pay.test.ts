import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { NO_FACTS } from '../../../contract/jobs/job-facts.ts'
import { readPlaceAndPay } from '../../../contract/jobs/place-and-pay/job-pay.ts'
import { openBefore } from '../../../test/databases/earlier-database.ts'
import { makeTestDatabase, type TestDatabase } from '../../../test/databases/test-database.ts'
import { jobBody } from '../../../test/factories.ts'
import { readConfig } from '../../config.ts'
import { createToday } from '../../platform/calendar-day.ts'
import { systemClock } from '../../platform/clock.ts'
import { bringUpToDate } from '../../platform/database/migrations/bring-up-to-date.ts'
import type { Db } from '../../platform/database/tables.ts'
import { every } from '../../platform/every.ts'
import { changeJob, createJob } from './change-job.ts'
import { findJob, insertJob, updateJob } from './job-queries.ts'
import { newJobRow } from './job-rules.ts'
import { createPublishedJobs } from './published-jobs.ts'
import { rereadingPostings, rereadPostings } from './reread-postings.ts'
import { RULES, storedPlaceAndPay } from './stored-place-and-pay.ts'

const MIDLAND = { locality: 'Midland', region: 'TX', country: 'US' }
const LEEDS = { locality: 'Leeds', region: 'West Yorkshire', country: 'GB' }
const today = createToday(systemClock, 'UTC')
const development = readConfig({}, 'development')
const configAt = (address: typeof MIDLAND) => ({ ...development, company: { ...development.company, address } })

let folder: string
let database: TestDatabase
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'wellhead-place-and-pay-'))
  database = await makeTestDatabase(folder)
})
afterAll(async () => {
  await database.remove()
  await rm(folder, { recursive: true })
})
beforeEach(() => database.db.deleteFrom('jobs').execute())

const publishedBy = (companyAddress: typeof MIDLAND) => createPublishedJobs(database.db, { today, companyAddress })
const stored = async (id: number, db: Db = database.db) => {
  const row = await findJob(db, id)
  return { ...JSON.parse(row?.place_and_pay ?? 'null'), reader: row?.place_and_pay_reader, version: row?.version }
}
/** A posting as a version has stored it that read neither its place nor its pay. */
const insertUnread = (location: string) =>
  insertJob(database.db, newJobRow(jobBody({ location, salaryRange: '$38 per hour' }), new Date(), null))

test('place and pay are read and stored when a posting is written, and again when its texts change', async () => {
  const services = {
    db: database.db,
    published: publishedBy(MIDLAND),
    today,
    config: configAt(MIDLAND),
    outbox: null as never,
    cancelInterviewsOfFilled: async () => null,
    keepPostingsOffersInStep: async () => undefined,
  }
  const action = { by: { id: 1, username: 'admin', displayName: null }, now: new Date() }
  const job = jobBody({ location: 'Odessa, Texas', salaryRange: '$38 per hour' })
  const { id } = await createJob(services, action, { job, idempotencyKey: null })
  const { reader } = storedPlaceAndPay(MIDLAND)
  const odessa = { city: 'Odessa', region: 'Texas', postalCode: null, country: 'US' }
  const pay = { min: 38, max: 38, currency: 'USD', period: 'hour' }
  const place = { kind: 'address', address: odessa }
  const namedPlace = { city: 'Odessa', region: 'Texas' }
  expect(await stored(id)).toEqual({ place, namedPlace, pay, reader, version: 1 })
  await changeJob(services, { ...action, id }, { location: 'Remote (US)' })
  const remote = { kind: 'fully-remote', countries: ['US'] }
  expect(await stored(id)).toEqual({ place: remote, namedPlace: null, pay, reader, version: 2 })
  await changeJob(services, { ...action, id }, { salaryRange: 'Competitive' })
  expect(await stored(id)).toEqual({ place: remote, namedPlace: null, pay: null, reader, version: 3 })
  const { byId } = await services.published.current()
  expect(byId.get(id)).toMatchObject({ place: remote, pay: null })
})

test('what is stored is what visitors get; what another version has read is read now', async () => {
  const { id } = await insertUnread('Leeds')
  const leeds = {
    kind: 'address',
    address: { city: 'Leeds', region: 'West Yorkshire', postalCode: null, country: 'GB' },
  }
  const place = async () => (await publishedBy(LEEDS).current()).byId.get(id)?.place
  expect(await place()).toEqual(leeds)
  const place_and_pay = JSON.stringify({ place: { kind: 'fully-remote', countries: ['FR'] }, pay: null })
  await updateJob(database.db, id, { place_and_pay, place_and_pay_reader: storedPlaceAndPay(LEEDS).reader })
  expect(await place()).toEqual({ kind: 'fully-remote', countries: ['FR'] })
  await updateJob(database.db, id, { place_and_pay_reader: 'rules 0' })
  expect(await place()).toEqual(leeds)
})

test('postings that were stored before are read once after the start, and their versions stay', async () => {
  await using stack = new AsyncDisposableStack()
  const db = await openBefore(stack, '0005-place-and-pay')
  // Written as text: the types know the columns of this version only.
  await sql`insert into jobs
    (title, job_type, location, description, requirements, status, is_active, created_at, content_hash)
    values ('Baker', 'Full-time', 'Leeds', 'Bake.', 'None', 'active', 1, '2026-03-02T09:30:00.000Z', '')`.execute(db)
  await bringUpToDate(db)
  const [id = 0] = (await db.selectFrom('jobs').select('id').execute()).map((row) => row.id)

  const messages: unknown[] = []
  const log = { info: (counts: unknown) => messages.push(counts), warn: (fault: unknown) => messages.push(fault) }
  const services = { db, config: configAt(LEEDS), log: log as never, isPaused: () => false }
  const rereading = every(rereadingPostings(services), services)
  const { reader } = storedPlaceAndPay(LEEDS)
  await expect
    .poll(() => stored(id, db))
    .toMatchObject({ place: { address: { country: 'GB' } }, pay: null, reader, version: 1 })
  await rereading.stop()
  expect(messages).toEqual([{ postings: 1 }])
})

test('another address of the company has all postings read again, in batches, and then none', async () => {
  const { db } = database
  for (let number = 0; number < 120; number += 1) await insertUnread('Midland')
  expect(await rereadPostings(db, storedPlaceAndPay(LEEDS))).toBe(120)
  const before = await publishedBy(MIDLAND).current()
  expect(await rereadPostings(db, storedPlaceAndPay(MIDLAND), () => false)).toBe(0)
  expect(await rereadPostings(db, storedPlaceAndPay(MIDLAND))).toBe(120)
  expect(await rereadPostings(db, storedPlaceAndPay(MIDLAND))).toBe(0)
  const after = await publishedBy(MIDLAND).current()
  expect(after.postings).toEqual(before.postings)
  expect(after.postings[0]).toMatchObject({ place: { address: { region: 'TX' } }, pay: { currency: 'USD' } })
})

test('a snapshot stays the same when its postings are read again to the same place and pay', async () => {
  await insertUnread('Midland')
  const published = publishedBy(MIDLAND)
  const before = await published.current()
  await rereadPostings(database.db, storedPlaceAndPay(MIDLAND))
  published.changed()
  expect(await published.current()).toBe(before)
})

test('rules that read any of these postings otherwise have another number, so that stored ones are read again', () => {
  const locations = [
    ...['Midland, Texas (on site)', 'Odessa, TX', 'Aberdeen, Scotland', 'Berlin, Germany', 'Tbilisi, Georgia', 'Wien'],
    ...[
      'Remote (US)',
      'Remote',
      'Remote or Midland',
      'Remote (Canada)',
      'Midland',
      'Leeds',
      'Portland, OR',
      'Our shop',
    ],
    ...['Calgary, Alberta, Canada', 'London, UK', 'near Midland, Texas', 'Midland, Texas or hybrid from Austin'],
  ]
  const salaries = [
    ...['$38 - $46 per hour', '£34k a year', 'US$34.50/hr', '34000 GBP a year', 'From $95,000 a year, plus bonus'],
    ...[
      'Up to €60k per year',
      'Competitive',
      '$95 - $120k',
      '$30/hr DOE - $45/hr',
      '34,50 € per hour',
      'CA$40 per hour',
    ],
  ]
  const facts = [{}, { country: 'CA' }, { city: 'Leeds', country: 'GB' }, { workplace: 'remote' as const }]
  const read = [MIDLAND, LEEDS].flatMap((company) =>
    facts.flatMap((fact) => [
      ...locations.map((location) => readPlaceAndPay({ ...NO_FACTS, salaryRange: null, location, ...fact }, company)),
      ...salaries.map((salaryRange) => readPlaceAndPay({ ...NO_FACTS, location: '', salaryRange, ...fact }, company)),
    ]),
  )
  const digest = createHash('sha256').update(JSON.stringify(read)).digest('hex').slice(0, 16)
  expect({ RULES, digest }).toEqual({ RULES: 2, digest: 'dc3461f954989b96' })
})
