import type { JobPosting, WithContext } from 'schema-dts'
import { describe, expect, expectTypeOf, test } from 'vitest'
import type { PublicJob } from '../../../contract/jobs/job.ts'
import { NO_FACTS } from '../../../contract/jobs/job-facts.ts'
import { readPlaceAndPay } from '../../../contract/jobs/place-and-pay/job-pay.ts'
import { landingSchema } from '../../../contract/site/company-landing.ts'
import type { PageData } from '../../../contract/site/page-data.ts'
import { jobPostingData } from './job-posting-data.ts'

const data: PageData = {
  company: {
    name: 'Permian Edge',
    legalName: 'Permian Edge, LLC',
    blurb: 'We build.',
    founder: 'M. E.',
    phone: '+1 432 555 0117',
    email: 'a@example.com',
    website: 'https://www.example.com',
    social: { label: 'LinkedIn', url: 'https://social.example.com' },
    address: { locality: 'Midland', region: 'TX', country: 'US' },
    timeZone: 'UTC',
    landing: landingSchema.parse({}),
  },
  publicUrl: 'https://jobs.example.com',
  year: 2025,
  promise: { answerWithinDays: 10, medianDays: null, decisions: null },
  texts: { readers: 'A baker.', hiringSteps: [], benefits: [], retention: '', legalPages: [] },
  links: [],
  sendsMail: false,
  responses: {},
}

const job: PublicJob = {
  id: 7,
  askedQuestions: [],
  title: 'Ignition Developer',
  jobType: 'Contract',
  location: 'Midland, TX (on site)',
  department: null,
  salaryRange: null,
  description: '## Job Overview\nScreens & <alarms>.\n## Key Responsibilities\n- build\n- test',
  requirements: 'Python',
  benefits: 'Dental',
  status: 'active',
  isActive: true,
  ...NO_FACTS,
  publishedAt: null,
  createdAt: '2025-06-13T04:17:00.000Z',
}

const dataOf = (posting: PublicJob, given = data) =>
  jobPostingData(posting, readPlaceAndPay(posting, given.company.address), given)

describe('structured data of a posting', () => {
  test('names the posting, its type and its location', () => {
    expect(dataOf(job)).toMatchObject({
      '@type': 'JobPosting',
      title: 'Ignition Developer',
      identifier: { value: 'JOB-0007' },
      employmentType: 'CONTRACTOR',
      datePosted: '2025-06-13T04:17:00.000Z',
      directApply: true,
      url: 'https://jobs.example.com/jobs/7',
      jobLocation: { address: { addressLocality: 'Midland', addressRegion: 'TX', addressCountry: 'US' } },
    })
  })

  test('describes it with the visible sections as escaped markup', () => {
    expect(dataOf(job)).toHaveProperty(
      'description',
      '<h3>Job Overview</h3><p>Screens &amp; &lt;alarms&gt;.</p>' +
        '<h3>Key Responsibilities</h3><ul><li>build</li><li>test</li></ul>' +
        '<h3>Benefits &amp; Perks</h3><p>Dental</p><h3>Requirements</h3><p>Python</p>',
    )
  })

  test('further facts and hiring steps are part of the description, as on the page', () => {
    const facts: Partial<PublicJob> = {
      workplace: 'remote',
      remoteCountries: ['US', 'CA'],
      travel: '20%',
      rotation: '14 on, 14 off',
      closingDate: '2027-01-12',
      hiringSteps: ['Call', 'Visit'],
    }
    expect(dataOf({ ...job, ...facts })).toHaveProperty(
      'description',
      expect.stringContaining(
        '<h3>Job Summary</h3><ul><li>Workplace: Remote (US, CA)</li><li>Travel: 20%</li><li>Rotation: 14 on, 14 off</li>' +
          '<li>Apply by January 12, 2027</li></ul><h3>Hiring Steps</h3><ol><li>Call</li><li>Visit</li></ol>',
      ),
    )
  })

  test('a property that schema.org lacks, or a value of another type, does not compile', () => {
    expectTypeOf(jobPostingData).returns.toEqualTypeOf<WithContext<JobPosting>>()
    const posting: WithContext<JobPosting> = { '@context': 'https://schema.org', '@type': 'JobPosting' }
    // @ts-expect-error this is called validThrough
    posting.closingDate = '2027-01-12'
    // @ts-expect-error true or false
    posting.directApply = 'yes'
  })

  test.each(['Remote', 'remote', 'Remote (Central or Mountain time)'])(
    '%s names no country, so search engines are told neither a place nor that it is remote',
    (location) => {
      const remote = dataOf({ ...job, location })
      for (const key of ['jobLocationType', 'jobLocation', 'applicantLocationRequirements']) {
        expect(remote).not.toHaveProperty(key)
      }
      const named = dataOf({ ...job, location, remoteCountries: ['US', 'CA'] })
      expect(named).toMatchObject({
        jobLocationType: 'TELECOMMUTE',
        applicantLocationRequirements: [{ name: 'US' }, { name: 'CA' }],
      })
    },
  )

  test('the country of remote work may be another one than the company’s', () => {
    const remote = dataOf({ ...job, location: 'Remote (Canada)' })
    expect(remote).toHaveProperty('applicantLocationRequirements', { '@type': 'Country', name: 'CA' })
  })

  test.each(['Remote (US)', 'Remote (USA)', 'Remote (United States)', 'Remote (US only)'])(
    '%s is remote in the country',
    (location) => {
      const remote = dataOf({ ...job, location })
      expect(remote).toMatchObject({ jobLocationType: 'TELECOMMUTE', applicantLocationRequirements: { name: 'US' } })
      expect(remote).not.toHaveProperty('jobLocation')
    },
  )

  test.each([
    ['Midland, Texas', { addressLocality: 'Midland', addressRegion: 'Texas', addressCountry: 'US' }],
    ['Big Spring, TX', { addressLocality: 'Big Spring', addressRegion: 'TX', addressCountry: 'US' }],
    ['Carlsbad, New Mexico', { addressLocality: 'Carlsbad', addressRegion: 'New Mexico', addressCountry: 'US' }],
    ['Midland, Texas (about 30% travel)', { addressLocality: 'Midland', addressRegion: 'Texas', addressCountry: 'US' }],
    ['Calgary, Alberta', { addressLocality: 'Calgary', addressRegion: 'Alberta', addressCountry: 'CA' }],
    ['Calgary, Alberta, Canada', { addressLocality: 'Calgary', addressRegion: 'Alberta', addressCountry: 'CA' }],
    ['London, UK', { addressLocality: 'London', addressCountry: 'GB' }],
    ['Midland', { addressLocality: 'Midland', addressRegion: 'TX', addressCountry: 'US' }],
    ['Perth, WA', { addressLocality: 'Perth', addressRegion: 'WA' }],
    [
      "St. John's, Newfoundland and Labrador",
      { addressLocality: "St. John's", addressRegion: 'Newfoundland and Labrador', addressCountry: 'CA' },
    ],
  ])('%s is a city with its region', (location, address) => {
    const place = { '@type': 'Place', address: { '@type': 'PostalAddress', ...address } }
    expect(dataOf({ ...job, location })).toHaveProperty('jobLocation', place)
  })

  test.each([
    'Remote or Midland, Texas',
    'Midland, Texas or hybrid from Austin',
    'Midland, Texas (or Austin)',
    'Remote (United States), quarterly weeks in Midland',
    'Remote (hybrid after a year)',
    'Remote / Midland, Texas',
    'Remote, Texas',
    'Remotely operated rigs',
    'Hybrid Midland, Texas',
    'near Midland, Texas',
    'Pecos, Texas and Jal, New Mexico',
    'Midland, Odessa',
    'Tbilisi, Georgia',
    'Multiple locations',
  ])('the location %s is written as on the page', (location) => {
    const posting = dataOf({ ...job, location })
    expect(posting).toHaveProperty('jobLocation', { '@type': 'Place', address: location })
    for (const guess of ['jobLocationType', 'applicantLocationRequirements']) {
      expect(posting).not.toHaveProperty(guess)
    }
  })

  test.each([
    ['Cagliari, CA', 'IT', { '@type': 'Place', address: 'Cagliari, CA' }],
    [
      'Munich, BY',
      'DE',
      {
        '@type': 'Place',
        address: { '@type': 'PostalAddress', addressLocality: 'Munich', addressRegion: 'BY', addressCountry: 'DE' },
      },
    ],
  ])('elsewhere only the company’s region is used: %s', (location, country, place) => {
    const company = { ...data.company, address: { locality: 'Munich', region: 'BY', country } }
    expect(dataOf({ ...job, location }, { ...data, company })).toHaveProperty('jobLocation', place)
  })

  test('structured facts take the place of what the location says', () => {
    const facts = { location: 'Our shop', country: 'US', region: 'NM', city: 'Jal', postalCode: '88252' }
    expect(dataOf({ ...job, ...facts, workplace: 'hybrid' })).toHaveProperty('jobLocation', {
      '@type': 'Place',
      address: {
        '@type': 'PostalAddress',
        addressLocality: 'Jal',
        addressRegion: 'NM',
        postalCode: '88252',
        addressCountry: 'US',
      },
    })
    const remote = dataOf({ ...job, ...facts, workplace: 'remote' })
    expect(remote).toMatchObject({ jobLocationType: 'TELECOMMUTE', applicantLocationRequirements: { name: 'US' } })
    expect(remote).not.toHaveProperty('jobLocation')
  })

  test.each(['on_site', 'hybrid'] as const)(
    'a posting that is %s is not remote, whatever its location says',
    (workplace) => {
      const posting = dataOf({ ...job, location: 'Remote (US)', workplace, country: 'US' })
      expect(posting).toHaveProperty('jobLocation')
      expect(posting).not.toHaveProperty('jobLocationType')
    },
  )

  test('it is posted when visitors could first see it, and valid to the end of its closing date in the zone of the company', () => {
    expect(dataOf(job)).not.toHaveProperty('validThrough')
    const published = { ...job, publishedAt: '2025-06-20T08:00:00.000Z', closingDate: '2026-11-01' }
    const chicago = { ...data, company: { ...data.company, timeZone: 'America/Chicago' } }
    expect(dataOf(published, chicago)).toMatchObject({
      datePosted: '2025-06-20T08:00:00.000Z',
      validThrough: '2026-11-01T23:59:59-06:00',
    })
  })

  test('a pay in numbers is included, also where only the facts state it', () => {
    const pay = { payMin: 34.5, payMax: 44, payCurrency: 'CAD', payPeriod: 'week' } as const
    expect(dataOf({ ...job, ...pay, salaryRange: 'From $34.50' })).toHaveProperty('baseSalary', {
      '@type': 'MonetaryAmount',
      currency: 'CAD',
      value: { '@type': 'QuantitativeValue', minValue: 34.5, maxValue: 44, unitText: 'WEEK' },
    })
    expect(dataOf({ ...job, ...pay, payMin: 44, salaryRange: '$44' })).toMatchObject({
      baseSalary: { value: { value: 44, unitText: 'WEEK' } },
    })
    expect(dataOf({ ...job, ...pay })).toMatchObject({ baseSalary: { currency: 'CAD' } })
    expect(dataOf(job)).not.toHaveProperty('baseSalary')
  })

  test('a salary is included only if it can be parsed', () => {
    expect(dataOf({ ...job, salaryRange: '$38 - $46 per hour' })).toMatchObject({
      baseSalary: { currency: 'USD', value: { minValue: 38, maxValue: 46, unitText: 'HOUR' } },
    })
    expect(dataOf({ ...job, salaryRange: 'Competitive' })).not.toHaveProperty('baseSalary')
  })
})
