import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '../../../contract/applications/history.ts'
import type { Job } from '../../../contract/jobs/job.ts'
import { type JobFacts, NO_FACTS } from '../../../contract/jobs/job-facts.ts'
import { COUNTRIES } from '../../../contract/wire/countries.ts'
import { createJob, jobBody } from '../../../test/factories.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
let admin: { authorization: string }
beforeAll(async () => {
  app = await startTestApp()
  admin = await app.signIn()
})
afterAll(() => app.stop())

const send = (method: string, path: string, body: unknown) =>
  app.request(path, { method, headers: { ...admin, 'content-type': 'application/json' }, body: JSON.stringify(body) })
const read = async <Body>(path: string, headers: Record<string, string> = {}) =>
  (await app.request(path, { headers })).json() as Promise<Body>
const patch = (id: number, changes: unknown) => send('PATCH', `/api/admin/jobs/${id}`, changes)

const FACTS: JobFacts = {
  ...NO_FACTS,
  workplace: 'hybrid',
  country: 'US',
  region: 'TX',
  city: 'Midland',
  postalCode: '79701',
  remoteCountries: ['US', 'CA'],
  payMin: 34.5,
  payMax: 44,
  payCurrency: 'USD',
  payPeriod: 'hour',
  travel: 'About 30%, to well pads',
  rotation: '14 days on, 14 off',
  closingDate: '2099-09-30',
  hiringSteps: ['A call of 20 minutes', 'A day at the shop 🔧'],
}

test('visitors and admins read the structured facts of a posting, and facts that were left out as none', async () => {
  const id = await createJob(app, FACTS)
  expect(await read(`/api/jobs/${id}`)).toMatchObject(FACTS)
  expect(await read(`/api/jobs/${id}`, admin)).toMatchObject(FACTS)
  expect(await read<Job[]>('/api/jobs')).toContainEqual(expect.objectContaining({ id, ...FACTS }))

  const asBefore = Object.fromEntries(Object.entries(jobBody()).filter(([field]) => !(field in NO_FACTS)))
  const created = (await (await send('POST', '/api/admin/jobs', asBefore)).json()) as Job
  expect(created).toMatchObject(NO_FACTS)
})

test('an edit changes the facts that it names, and the history names them', async () => {
  const id = await createJob(app, FACTS)
  const edited = (await (await patch(id, { payMax: 50, hiringSteps: [], city: '' })).json()) as Job
  expect(edited).toMatchObject({ ...FACTS, payMax: 50, hiringSteps: [], city: null, version: 2 })
  expect(await (await patch(id, { title: edited.title, remoteCountries: ['US', 'CA'] })).json()).toEqual(edited)
  const [entry] = await read<HistoryEntry[]>(`/api/admin/jobs/${id}/history`, admin)
  expect(entry?.event).toEqual({ action: 'edited', fields: ['city', 'payMax', 'hiringSteps'] })
})

test('a country that is named twice is stored once', async () => {
  const response = await send('POST', '/api/admin/jobs', jobBody({ remoteCountries: ['CA', 'MX', 'CA'] }))
  expect(await response.json()).toMatchObject({ remoteCountries: ['CA', 'MX'] })
})

test.each([
  ['workplace', { workplace: 'somewhere' }, 'Must be one of: on_site, hybrid, remote'],
  ['country', { country: 'UK' }, 'Must be the two letters of a country (ISO 3166-1), such as US'],
  ['country', { country: 'x'.repeat(100_000) }, 'Must be the two letters of a country (ISO 3166-1), such as US'],
  [
    'remoteCountries.1',
    { remoteCountries: ['US', ''] },
    'Must be the two letters of a country (ISO 3166-1), such as US',
  ],
  ['postalCode', { postalCode: '1'.repeat(21) }, 'Must be at most 20 characters'],
  ['payMin', { payMin: 45 }, 'Must not be more than Highest Pay'],
  ['payMin', { payMin: 0 }, 'Must be more than 0 and at most 1,000,000,000, with at most two decimals'],
  ['payMax', { payMax: '44' }, 'Must be more than 0 and at most 1,000,000,000, with at most two decimals'],
  ['payMax', { payMax: 44.125 }, 'Must be more than 0 and at most 1,000,000,000, with at most two decimals'],
  ['payCurrency', { payCurrency: 'DOLLAR' }, 'Must be the three letters of a currency (ISO 4217), such as USD'],
  ['payCurrency', { payCurrency: null }, 'Choose a currency'],
  ['payPeriod', { payPeriod: null }, 'Choose a period'],
  ['closingDate', { closingDate: '2026-02-30' }, 'Must be a date from 2000 to 2099, such as 2026-09-30'],
  ['closingDate', { closingDate: '2100-01-01' }, 'Must be a date from 2000 to 2099, such as 2026-09-30'],
  ['hiringSteps.0', { hiringSteps: ['\u200b'] }, 'A step must not be empty'],
  ['hiringSteps', { hiringSteps: Array(11).fill('A call') }, 'Must be at most 10 steps'],
])('%s is refused in a new posting and in an edit, which changes nothing: %j', async (path, wrong, message) => {
  const id = await createJob(app, FACTS)
  const before = await read(`/api/jobs/${id}`, admin)
  const refusals = [
    await send('POST', '/api/admin/jobs', jobBody({ ...FACTS, ...(wrong as object) })),
    await patch(id, wrong),
  ]
  for (const refusal of refusals) {
    expect([refusal.status, await refusal.json()]).toMatchObject([400, { issues: [{ path, message }] }])
  }
  expect(await read(`/api/jobs/${id}`, admin)).toEqual(before)
})

test('the list of countries has the 249 of the standard', () => {
  expect(new Set(COUNTRIES)).toHaveLength(249)
})

test('a posting is published when visitors can first see it, and not again later', async () => {
  const drafted = await createJob(app, { status: 'draft', isActive: false })
  const publishedAt = async () => (await read<Job>(`/api/jobs/${drafted}`, admin)).publishedAt
  expect(await publishedAt()).toBeNull()
  await patch(drafted, { title: 'Still a draft' })
  expect(await publishedAt()).toBeNull()
  await patch(drafted, { status: 'active', isActive: true })
  const first = await publishedAt()
  expect(Date.parse(first ?? '')).toBeGreaterThan(0)
  await patch(drafted, { isActive: false })
  await patch(drafted, { isActive: true })
  expect(await publishedAt()).toBe(first)

  const open = await read<Job>(`/api/jobs/${await createJob(app)}`)
  expect(open.publishedAt).toBe(open.createdAt)
})
