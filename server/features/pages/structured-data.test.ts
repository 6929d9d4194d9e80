import Validator from '@adobe/structured-data-validator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { JobCreate } from '../../../contract/jobs/job.ts'
import { createJob } from '../../../test/factories.ts'
import { vocabularyFaults } from '../../../test/search-engine/schema-org.ts'
import { startTestApp, type TestApp } from '../../../test/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.stop())

/** The JSON block of a posting's page as it was sent; undefined without one. */
async function blockOf(id: number): Promise<string | undefined> {
  const page = await (await app.request(`/jobs/${id}`)).text()
  return /<script type="application\/ld\+json">([^<]*)<\/script>/.exec(page)?.[1]
}

async function postingOf(id: number) {
  return JSON.parse((await blockOf(id)) ?? '') as Record<string, unknown>
}

/** What the independent checker of Google's rules says about a posting's page. */
async function issuesOf(id: number) {
  const posting = await postingOf(id)
  const issues = await new Validator().validate({ jsonld: { JobPosting: [posting] }, microdata: {}, rdfa: {} })
  return issues.map(({ severity, issueMessage }) => `${severity}: ${issueMessage}`)
}

const PAY = { salaryRange: '$34 - $44 an hour', payMin: 34, payMax: 44, payCurrency: 'USD', payPeriod: 'hour' } as const
const CLOSES = { closingDate: '2099-12-31' }

test.each<[string, Partial<JobCreate>, string[]]>([
  [
    'with a place of work',
    { ...PAY, ...CLOSES, workplace: 'on_site', country: 'US', region: 'TX', city: 'Midland', postalCode: '79701' },
    ['applicantLocationRequirements', 'jobLocationType'],
  ],
  ['that is remote', { ...PAY, ...CLOSES, workplace: 'remote', remoteCountries: ['US', 'CA'] }, []],
  [
    'with texts in Arabic and Vietnamese, markup and emoji',
    {
      ...PAY,
      ...CLOSES,
      title: 'مهندس ‏SCADA 🔧 </script><!--',
      description: 'Kỹ sư điều khiển ]]> </script><script>alert(1)</script>',
      country: 'VN',
      city: 'Thành phố Hồ Chí Minh',
    },
    ['applicantLocationRequirements', 'jobLocationType'],
  ],
])('a checker of structured data finds no fault in a posting %s', async (_, changes, onlyForRemote) => {
  const issues = await issuesOf(await createJob(app, changes))
  expect(issues).toEqual(onlyForRemote.map((field) => expect.stringMatching(new RegExp(`^WARNING: .*"${field}"`))))
})

test.each<[string, Partial<JobCreate>]>([
  ['with a place of work', { ...PAY, ...CLOSES, country: 'US', region: 'TX', city: 'Midland', postalCode: '79701' }],
  ['with a place in words', { location: 'Our shop' }],
  ['that is remote in one country', { workplace: 'remote', remoteCountries: ['US'] }],
  ['whose pay only its facts state', { ...PAY, salaryRange: null }],
  ['that is remote in several', { workplace: 'remote', remoteCountries: ['US', 'CA'], ...PAY, payMin: 44 }],
])('the structured data of a posting %s has only types, properties and values of schema.org', async (_, changes) => {
  expect(vocabularyFaults(await postingOf(await createJob(app, changes)))).toEqual([])
})

test('other types, properties and values are faults', async () => {
  const posting = await postingOf(await createJob(app, PAY))
  const faultsWith = (changes: object) => vocabularyFaults({ ...posting, ...changes })
  expect(faultsWith({ closingDate: '2099-12-31' })).toEqual(['JobPosting has no property closingDate'])
  expect(faultsWith({ validThrough: 'soon' })).toEqual([
    'validThrough of JobPosting expects Date or DateTime, not "soon"',
  ])
  expect(faultsWith({ directApply: 'yes' })).toEqual(['directApply of JobPosting expects Boolean, not "yes"'])
  expect(faultsWith({ jobLocation: { '@type': 'PostalAddress', addressCountry: 'US' } })).toEqual([
    'jobLocation of JobPosting expects Place or IdReference, not PostalAddress',
  ])
  const value = { '@type': 'QuantitativeValue', minimum: 34 }
  expect(faultsWith({ baseSalary: { '@type': 'MonetaryAmount', currency: 'USD', value } })).toEqual([
    'QuantitativeValue has no property minimum',
  ])
  expect(faultsWith({ hiringOrganization: { '@type': 'Employer' } })).toContain('schema.org has no type Employer')
})

test('the same checker finds the missing country of a posting without one', async () => {
  const issues = await issuesOf(await createJob(app, { location: 'Our shop' }))
  expect(issues).toContainEqual(expect.stringMatching(/^ERROR: .*addressCountry/))
})

test('a posting that has closed by its date has no structured data', async () => {
  app.setNow(new Date('2026-06-30T12:00:00.000Z'))
  const id = await createJob(app, { closingDate: '2026-06-30' })
  expect(await blockOf(id)).toContain('"validThrough"')
  app.setNow(new Date('2026-07-02T12:00:00.000Z'))
  expect(await blockOf(id)).toBeUndefined()
})
