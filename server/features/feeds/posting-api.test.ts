import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobCreate } from '../../../contract/jobs/job.ts'
import { type AshbyReader, startAshbyReader } from '../../../test/ashby/ashby-reader.ts'
import { createJob } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

const BOARD = 'permian-edge-controls'
const SITE = 'https://careers.example.com'
const HOURLY = { payMin: 34, payMax: 44.5, payCurrency: 'USD', payPeriod: 'hour', salaryRange: null } as const
const ODESSA = { workplace: 'hybrid', city: 'Odessa', region: 'Texas', country: 'US' } as const

let app: TestApp
let reader: AshbyReader
let ids: Record<'technician' | 'programmer' | 'clerk', number>
beforeAll(async () => {
  app = await startTestApp({ publicUrl: SITE })
  const create = (changes: Partial<JobCreate>) => createJob(app, changes)
  ids = {
    technician: await create({ title: 'Field Technician', department: 'Field', ...ODESSA, ...HOURLY }),
    programmer: await create({ title: 'PLC Programmer', workplace: 'remote', department: null, salaryRange: null }),
    clerk: await create({ title: 'Clerk', jobType: 'Part-time', salaryRange: '$20 an hour' }),
  }
  await create({ title: 'A draft', status: 'draft' })
  reader = await startAshbyReader(app.url)
})
afterAll(async () => {
  await reader.stop()
  await app.stop()
})

const search = (filter: object) => reader.call('search_jobs', { companies: [BOARD], ...filter })

test("a program written for Ashby's job boards reads every open posting, and its own checks pass", async () => {
  expect(await search({ sort: 'title' })).toMatchObject({
    total_on_board: 3,
    jobs: [
      { id: String(ids.clerk), title: 'Clerk', employment_type: 'PartTime', compensation_summary: '$20 an hour' },
      {
        ...{ title: 'Field Technician', department: 'Field', team: 'Field', country: 'US', is_remote: false },
        ...{ workplace_type: 'Hybrid', is_listed: true, job_url: `${SITE}/jobs/${ids.technician}?source=api` },
        apply_url: `${SITE}/apply?job=${ids.technician}&source=api`,
      },
      {
        title: 'PLC Programmer',
        department: '',
        is_remote: true,
        workplace_type: 'Remote',
        compensation_summary: null,
      },
    ],
  })
})

test.each([
  [{ department: 'field' }, 'Field Technician'],
  [{ employment_type: 'PartTime' }, 'Clerk'],
  [{ is_remote: true }, 'PLC Programmer'],
  [{ workplace_type: 'Hybrid' }, 'Field Technician'],
  [{ country: 'US', department: 'field' }, 'Field Technician'],
  [{ salary_min: 40, currency: 'USD', salary_interval: '1 HOUR' }, 'Field Technician'],
  [{ query: 'ignition', search_in: 'title_and_description', department: 'engineering' }, 'Clerk'],
])('its filter %j finds the posting', async (filter, title) => {
  expect(await search(filter)).toMatchObject({ total_matched: 1, jobs: [{ title }] })
})

test('what a posting does not say is unknown to it, and neither "no" nor zero', async () => {
  expect(await reader.call('list_filter_values', { board: BOARD })).toMatchObject({
    facets: {
      departments: [{ value: 'Engineering' }, { value: 'Field' }],
      countries: [{ value: 'US', count: 2 }],
      workplace_types: [{ value: 'Hybrid' }, { value: 'Remote' }],
    },
    undeclared: { department: 1, country: 1, workplace_type: 1, compensation: 1 },
  })
})

test('it reads a posting in full, with its place and pay', async () => {
  const read = (id: number, description: string) =>
    reader.call('get_job', { board: BOARD, job_id: String(id), description })
  expect(await read(ids.technician, 'plain')).toMatchObject({
    location: { label: 'Midland, TX', locality: 'Odessa', region: 'Texas', country: 'US' },
    secondary_locations: [],
    description: { text: expect.stringContaining('- Build Ignition projects') },
    compensation: {
      published: true,
      summary: '$34 - $44.50 per hour',
      tiers: [{ components: [{ type: 'Salary', min: 34, max: 44.5, currency: 'USD', interval: '1 HOUR' }] }],
    },
  })
  expect(await read(ids.clerk, 'html')).toMatchObject({
    description: { text: expect.stringContaining('<li>Build Ignition projects</li>') },
    compensation: { published: true, summary: '$20 an hour', tiers: [{ components: [{ min: 20, max: 20 }] }] },
  })
})
