import { describe, expect, test } from 'vitest'
import { landingSchema } from '../../../contract/company-landing.ts'
import type { PublicJob } from '../../../contract/job.ts'
import { NO_FACTS } from '../../../contract/job-facts.ts'
import type { PageData } from '../../../contract/page-data.ts'
import { jobPostingData } from './job-posting-data.ts'
import { readSalary } from './salary-data.ts'

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
  promise: { answerWithinDays: 10, medianDays: null },
  texts: { readers: 'A baker.', hiringSteps: [], benefits: [], retention: '', legalPages: [] },
  offersAlerts: false,
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

describe('structured data of a posting', () => {
  test('names the posting, its type and its location', () => {
    expect(jobPostingData(job, data)).toMatchObject({
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
    expect(jobPostingData(job, data)).toHaveProperty(
      'description',
      '<h3>Job Overview</h3><p>Screens &amp; &lt;alarms&gt;.</p>' +
        '<h3>Key Responsibilities</h3><ul><li>build</li><li>test</li></ul>' +
        '<h3>Benefits &amp; Perks</h3><p>Dental</p><h3>Requirements</h3><p>Python</p>',
    )
  })

  test.each(['Remote', 'remote', 'Remote (Central or Mountain time)', 'Remote (Canada)'])(
    '%s is remote, in no country that the page does not name',
    (location) => {
      const remote = jobPostingData({ ...job, location }, data)
      expect(remote).toHaveProperty('jobLocationType', 'TELECOMMUTE')
      expect(remote).not.toHaveProperty('jobLocation')
      expect(remote).not.toHaveProperty('applicantLocationRequirements')
    },
  )

  test.each(['Remote (US)', 'Remote (USA)', 'Remote (United States)', 'Remote (US only)'])(
    '%s is remote in the country',
    (location) => {
      const remote = jobPostingData({ ...job, location }, data)
      expect(remote).toMatchObject({ jobLocationType: 'TELECOMMUTE', applicantLocationRequirements: { name: 'US' } })
      expect(remote).not.toHaveProperty('jobLocation')
    },
  )

  test.each([
    ['Midland, Texas', { addressLocality: 'Midland', addressRegion: 'Texas', addressCountry: 'US' }],
    ['Big Spring, TX', { addressLocality: 'Big Spring', addressRegion: 'TX', addressCountry: 'US' }],
    ['Carlsbad, New Mexico', { addressLocality: 'Carlsbad', addressRegion: 'New Mexico', addressCountry: 'US' }],
    ['Midland, Texas (about 30% travel)', { addressLocality: 'Midland', addressRegion: 'Texas', addressCountry: 'US' }],
    ['Calgary, Alberta', { addressLocality: 'Calgary', addressRegion: 'Alberta' }],
    ['Perth, WA', { addressLocality: 'Perth', addressRegion: 'WA' }],
    [
      "St. John's, Newfoundland and Labrador",
      { addressLocality: "St. John's", addressRegion: 'Newfoundland and Labrador' },
    ],
  ])('%s is a city with its region', (location, address) => {
    const place = { '@type': 'Place', address: { '@type': 'PostalAddress', ...address } }
    expect(jobPostingData({ ...job, location }, data)).toHaveProperty('jobLocation', place)
  })

  test.each([
    'Remote or Midland, Texas',
    'Midland, Texas or hybrid from Austin',
    'Midland, Texas (or Austin)',
    'Calgary, Alberta, Canada',
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
    'London, UK',
    'Midland',
    'Multiple locations',
  ])('the location %s is written as on the page', (location) => {
    const posting = jobPostingData({ ...job, location, salaryRange: '$38 - $46 per hour' }, data)
    expect(posting).toHaveProperty('jobLocation', { '@type': 'Place', address: location })
    for (const guess of ['jobLocationType', 'applicantLocationRequirements', 'baseSalary']) {
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
    expect(jobPostingData({ ...job, location }, { ...data, company })).toHaveProperty('jobLocation', place)
  })

  test('a salary is included only if it can be parsed', () => {
    expect(jobPostingData({ ...job, salaryRange: '$38 - $46 per hour' }, data)).toMatchObject({
      baseSalary: { currency: 'USD', value: { minValue: 38, maxValue: 46, unitText: 'HOUR' } },
    })
    expect(jobPostingData({ ...job, salaryRange: 'Competitive' }, data)).not.toHaveProperty('baseSalary')
  })
})

describe('reading a salary range', () => {
  test.each([
    ['$120,000 - $150,000 per year', 120_000, 150_000, 'YEAR'],
    ['$95k–$120k a year', 95_000, 120_000, 'YEAR'],
    ['$95.5k to $120,000 annually', 95_500, 120_000, 'YEAR'],
    ['$28 to $34.50 / hour', 28, 34.5, 'HOUR'],
    ['$31 - $37 per hour plus 12% night differential', 31, 37, 'HOUR'],
    ['$6,500 - $7,200 per month', 6500, 7200, 'MONTH'],
  ])('%s', (text, minValue, maxValue, unitText) => {
    expect(readSalary(text, 'US')).toEqual({ currency: 'USD', minValue, maxValue, unitText })
  })

  test.each([
    '$38 - $46',
    '$120,000 - $150,000',
    'up to $90,000',
    '€60,000 - €70,000 per year',
    'CA$38 - CA$46 per hour',
    '$38 - $46 CAD per hour',
    '$38 - $46 per hour or $90,000 per year',
    '$38 - $46 per hour CAD',
    '$38,50 - $46,50 per hour',
    '$90.000 - $110.000 per year',
    '$95 - $120k per year',
    '$90 - $40 per hour',
    '$500 - $700 per day',
    'DOE',
  ])('%s is not guessed at', (text) => {
    expect(readSalary(text, 'US')).toBeUndefined()
  })

  test('dollars are US dollars only in the United States, or where the text says so', () => {
    for (const country of ['CA', undefined]) {
      expect(readSalary('$120,000 - $150,000 per year', country)).toBeUndefined()
      expect(readSalary('US$120,000 - $150,000 per year', country)).toHaveProperty('currency', 'USD')
      expect(readSalary('$120,000 - $150,000 USD per year', country)).toHaveProperty('currency', 'USD')
    }
  })
})
