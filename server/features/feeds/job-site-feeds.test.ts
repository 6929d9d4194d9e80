import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { JobCreate } from '../../../contract/jobs/job.ts'
import { postingApiSchema } from '../../../contract/jobs/posting-api.ts'
import { FEED } from '../../../contract/wire/feed-paths.ts'
import { createJob } from '../../../test/factories.ts'
import { childrenOf, readXml, textsOf } from '../../../test/search-engine/read-xml.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

const SITE = 'https://careers.example.com'
const NOW = new Date('2026-03-02T09:30:00Z')

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ publicUrl: SITE })
  app.setNow(NOW)
})
afterAll(() => app.stop())
beforeEach(() => app.db.deleteFrom('jobs').execute())

const feedWith = async (path: string, changes: Partial<JobCreate>) => {
  const id = await createJob(app, changes)
  const text = await (await app.request(path)).text()
  const [job] = childrenOf(readXml(text), 'job')
  if (!job) throw new Error('no job')
  return { id, text, job, texts: textsOf(job) }
}

const FACTS = {
  ...{ workplace: 'hybrid', city: 'Odessa', region: 'Texas', country: 'US', postalCode: '79761' },
  ...{ payMin: 34, payMax: 44.5, payCurrency: 'USD', payPeriod: 'hour', closingDate: '2026-03-31' },
} as const satisfies Partial<JobCreate>

/** The elements that docs.indeed.com requires of every job, and those that it reads besides. */
const INDEED_REQUIRED = 'title date referencenumber requisitionid url company sourcename city state country description'
const INDEED_OPTIONAL =
  'streetaddress postalcode email salary education jobtype category experience expirationdate remotetype'

test('Indeed gets every required element, and none that it does not know', async () => {
  const { id, job, texts, text } = await feedWith(FEED.indeed, FACTS)
  const names = job.children.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(INDEED_REQUIRED.split(' ')))
  expect(`${INDEED_REQUIRED} ${INDEED_OPTIONAL}`.split(' ')).toEqual(expect.arrayContaining(names))
  expect(new Set(names).size).toBe(names.length)
  expect(texts).toMatchObject({
    ...{ title: 'SCADA Integration Engineer', date: '2026-03-02T09:30:00.000Z', requisitionid: `JOB-000${id}` },
    ...{
      url: `${SITE}/jobs/${id}?source=indeed`,
      company: 'Permian Edge Controls',
      city: 'Odessa',
      state: 'Texas',
      country: 'US',
    },
    ...{ postalcode: '79761', salary: '$34 - $44.50 per hour', jobtype: 'fulltime', remotetype: 'Hybrid remote' },
    ...{ expirationdate: '2026-03-31', category: 'Engineering' },
  })
  const elements =
    text
      .slice(text.indexOf('<job>'))
      .match(/<[a-z]+>/g)
      ?.filter((name) => name !== '<job>') ?? []
  const inside = elements.filter((name) => names.includes(name.slice(1, -1)))
  expect(text.match(/<[a-z]+><!\[CDATA\[/g)).toHaveLength(inside.length)
})

test('Indeed gets no entity, and markup that a person typed stays text', async () => {
  const requirements = 'R&D; <b>bold</b> & pressure < 5 psi'
  const { text, texts } = await feedWith(FEED.indeed, { requirements, benefits: '401(k) & more' })
  expect(text).not.toMatch(/&(#\d+|[a-z]+);/)
  expect(texts.description).toContain('<p>R&D; < b>bold< /b> & pressure < 5 psi</p>')
})

test.each([
  ['Midland, TX', { city: 'Midland', state: 'TX', country: 'US' }],
  ['Carlsbad, New Mexico (on site)', { city: 'Carlsbad', state: 'New Mexico', country: 'US' }],
  ['Midland, Texas or hybrid from Austin', { city: 'Midland', state: 'TX', country: 'US' }],
  ['Our shop', { city: 'Midland', state: 'TX', country: 'US' }],
  ['Midland', { city: 'Midland', state: 'TX', country: 'US' }],
  ['Portland, OR', { city: 'Portland', state: 'OR', country: 'US' }],
  ['Berlin, Germany', { city: 'Berlin', state: '', country: 'DE' }],
  ['Aberdeen, Scotland', { city: 'Aberdeen', state: 'Scotland', country: 'GB' }],
  ['Wien', { city: 'Wien', state: '', country: '' }],
  ['Graz, Styria', { city: 'Graz', state: 'Styria', country: '' }],
  ['Remote (US)', { city: '', state: '', country: 'US', remotetype: 'Fully remote' }],
  ['Remote', { city: 'Midland', state: 'TX', country: 'US', remotetype: 'Fully remote' }],
])('a posting without facts in %s has a place for Indeed', async (location, place) => {
  expect((await feedWith(FEED.indeed, { location })).texts).toMatchObject(place)
})

test.each([
  [{ city: 'Calgary', region: 'AB' }, ['Calgary', 'AB', 'CA']],
  [{ country: 'CA', location: 'Calgary, AB' }, ['Calgary', 'AB', 'CA']],
  [{ country: 'DE', location: 'Berlin' }, ['Berlin', '', 'DE']],
  [{ country: 'DE', location: 'Our shop' }, ['', '', 'DE']],
  [{ country: 'US', location: 'Our shop' }, ['Midland', 'TX', 'US']],
  [{ city: 'Midland', country: 'US' }, ['Midland', 'TX', 'US']],
  [{ workplace: 'remote', remoteCountries: ['DE'] }, ['', '', 'DE']],
  [{ workplace: 'remote', remoteCountries: ['CA', 'US'] }, ['', '', 'US']],
  [{ workplace: 'remote', remoteCountries: ['CA'], city: 'Calgary' }, ['Calgary', '', 'CA']],
  [{ workplace: 'remote', remoteCountries: ['CA', 'US'], city: 'Calgary', country: 'CA' }, ['Calgary', '', 'CA']],
] as const)('Indeed gets no place of the company for another one: %j', async (facts, [city, state, country]) => {
  const changes = { location: 'Our shop', ...facts } as Partial<JobCreate>
  expect((await feedWith(FEED.indeed, changes)).texts).toMatchObject({ city, state, country })
})

test('the posting API reads place and pay from the texts where they say them for certain', async () => {
  await createJob(app, { location: 'Remote (US)', salaryRange: '$34 - $44 per hour plus overtime' })
  await createJob(app, { location: 'Portland, OR', salaryRange: 'Competitive' })
  await createJob(app, { location: 'Monterrey, Mexico', salaryRange: '$900 per week' })
  const path = '/posting-api/job-board/permian-edge-controls?includeCompensation=true'
  const [monterrey, portland, remote] = postingApiSchema.parse(await (await app.request(path)).json()).jobs
  expect(remote).toMatchObject({ isRemote: true, workplaceType: 'Remote', address: { postalAddress: {} } })
  expect(remote?.compensation).toMatchObject({
    compensationTierSummary: '$34 - $44 per hour plus overtime',
    summaryComponents: [{ interval: '1 HOUR', currencyCode: 'USD', minValue: 34, maxValue: 44 }],
  })
  expect(portland?.address?.postalAddress).toEqual({ addressLocality: 'Portland', addressRegion: 'OR' })
  for (const posting of [portland, monterrey]) expect(posting?.compensation?.summaryComponents).toEqual([])
})

test.each([
  [{ payMin: 98_000, payMax: 128_000, payCurrency: 'USD', payPeriod: 'year' }, '$98,000 - $128,000 per year'],
  [{ payMin: 4_000, payCurrency: 'EUR', payPeriod: 'month' }, 'From €4,000 per month'],
  [{ payMax: 900, payCurrency: 'CAD', payPeriod: 'week' }, 'Up to CA$900 per week'],
  [{ payMin: 250, payMax: 250, payCurrency: 'GBP', payPeriod: 'day' }, '£250 per day'],
  [{ salaryRange: 'Depends on experience' }, 'Depends on experience'],
] as const)('a pay is written as Indeed writes it: %j', async (pay, salary) => {
  expect((await feedWith(FEED.indeed, { salaryRange: null, ...pay })).texts.salary).toBe(salary)
})

/** The elements that LinkedIn's XML feeds development guide requires of every job, and those that it reads besides. */
const LINKEDIN_REQUIRED = 'partnerJobId company title description applyUrl location posterEmail'
const LINKEDIN_OPTIONAL = `companyId city state country postalCode workplaceTypes industryCodes experienceLevel jobFunctions
  jobtype salaries skills listDate expirationDate`

test('LinkedIn gets every required element, and none that it does not know', async () => {
  const { id, job, texts } = await feedWith(FEED.linkedin, FACTS)
  const names = job.children.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining(LINKEDIN_REQUIRED.split(' ')))
  expect(`${LINKEDIN_REQUIRED} ${LINKEDIN_OPTIONAL}`.split(/\s+/)).toEqual(expect.arrayContaining(names))
  expect(texts).toMatchObject({
    ...{
      partnerJobId: String(id),
      applyUrl: `${SITE}/jobs/${id}?source=linkedin`,
      location: 'Midland, TX',
      city: 'Odessa',
      state: 'Texas',
    },
    ...{ country: 'US', postalCode: '79761', workplaceTypes: 'Hybrid', jobtype: 'FULL_TIME', listDate: '03/02/2026' },
    ...{ expirationDate: '03/31/2026', posterEmail: 'careers@example.com' },
  })
})

const US_HOURLY = { payCurrency: 'USD', payPeriod: 'hour' } as const

test.each([
  [
    { ...US_HOURLY, payMin: 34, payMax: 44.5 },
    [
      ['highEnd', '44'],
      ['lowEnd', '34'],
    ],
  ],
  [{ ...US_HOURLY, payMin: 34.99 }, [['lowEnd', '34']]],
  [{ ...US_HOURLY, payMax: 34.5 }, [['highEnd', '34']]],
])('LinkedIn gets a pay in whole numbers that is never more than that of the posting: %j', async (pay, amounts) => {
  const { job } = await feedWith(FEED.linkedin, { salaryRange: null, ...pay })
  const [salary] = childrenOf(childrenOf(job, 'salaries')[0] ?? job, 'salary')
  const ends = salary?.children.filter(({ name }) => name.endsWith('End')) ?? []
  expect(ends.map((end) => [end.name, textsOf(end)])).toEqual(
    amounts.map(([name, amount]) => [name, { amount, currencyCode: 'USD' }]),
  )
  expect(textsOf(salary ?? job)).toMatchObject({ period: 'HOURLY', type: 'BASE_SALARY' })
})

test.each([{ salaryRange: 'Competitive' }, { ...US_HOURLY, salaryRange: null, payMin: 0.5 }])(
  'LinkedIn gets no pay where there is none in whole numbers: %j',
  async (pay) => {
    expect(childrenOf((await feedWith(FEED.linkedin, pay)).job, 'salaries')).toEqual([])
  },
)

test('LinkedIn is told how many postings there are, and who publishes them', async () => {
  for (const count of [1, 2]) {
    await createJob(app)
    const head = textsOf(readXml(await (await app.request(FEED.linkedin)).text()))
    expect(head).toMatchObject({
      expectedJobCount: String(count),
      publisher: 'Permian Edge Controls',
      publisherUrl: `${SITE}/`,
    })
  }
})

test('LinkedIn gets only the elements of HTML that it shows', async () => {
  const { texts } = await feedWith(FEED.linkedin, { requirements: '1. One\n2. Two\n\nThree\nfour' })
  const tags = texts.description?.match(/<[a-z0-9]+/g) ?? []
  expect(['<p', '<strong', '<ul', '<li', '<br']).toEqual(expect.arrayContaining([...new Set(tags)]))
  expect(texts.description?.length).toBeGreaterThanOrEqual(100)
})

test('the posting API has the place and the pay of the facts', async () => {
  await createJob(app, { ...FACTS, workplace: 'remote', salaryRange: null })
  const path = '/posting-api/job-board/permian-edge-controls?includeCompensation=true'
  const [posting] = postingApiSchema.parse(await (await app.request(path)).json()).jobs
  expect(posting).toMatchObject({ isRemote: true, workplaceType: 'Remote', publishedAt: NOW.toISOString() })
  expect(posting?.address?.postalAddress).toEqual({
    addressLocality: 'Odessa',
    addressRegion: 'Texas',
    addressCountry: 'US',
    postalCode: '79761',
  })
  const { compensation } = posting ?? {}
  expect(compensation?.compensationTierSummary).toBe('$34 - $44.50 per hour')
  expect(compensation?.compensationTiers[0]?.components).toMatchObject(compensation?.summaryComponents ?? [])
  expect(compensation?.summaryComponents).toMatchObject([
    { compensationType: 'Salary', interval: '1 HOUR', currencyCode: 'USD', minValue: 34, maxValue: 44.5 },
  ])
})
