import { describe, expect, test } from 'vitest'
import type { PublicJob } from '../../contract/job.ts'
import type { PageData } from '../../contract/page-data.ts'
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
  },
  publicUrl: 'https://jobs.example.com',
  year: 2025,
  answers: {},
}

const job: PublicJob = {
  id: 7,
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
  createdAt: '2025-06-13T04:17:00.000Z',
}

describe('structured data of a posting', () => {
  test('names the posting, its type and its place', () => {
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

  test('a remote posting has no place but a country', () => {
    const remote = jobPostingData({ ...job, location: 'Remote (US)' }, data)
    expect(remote).toMatchObject({ jobLocationType: 'TELECOMMUTE', applicantLocationRequirements: { name: 'US' } })
    expect(remote).not.toHaveProperty('jobLocation')
  })

  test('a salary stands in it only where it can be read', () => {
    expect(jobPostingData({ ...job, salaryRange: '$38 - $46 per hour' }, data)).toMatchObject({
      baseSalary: { currency: 'USD', value: { minValue: 38, maxValue: 46, unitText: 'HOUR' } },
    })
    expect(jobPostingData({ ...job, salaryRange: 'Competitive' }, data)).not.toHaveProperty('baseSalary')
  })
})

describe('reading a salary range', () => {
  test.each([
    ['$120,000 - $150,000', 120_000, 150_000, 'YEAR'],
    ['$95k–$120k per year', 95_000, 120_000, 'YEAR'],
    ['$28 to $34 / hour', 28, 34, 'HOUR'],
    ['$6,500 - $7,200 per month', 6500, 7200, 'MONTH'],
  ])('%s', (text, minValue, maxValue, unitText) => {
    expect(readSalary(text, 'US')).toEqual({ currency: 'USD', minValue, maxValue, unitText })
  })

  test.each(['$38 - $46', 'up to $90,000', '€60,000 - €70,000', '$90 - $40 per hour', 'DOE'])(
    '%s is not guessed at',
    (text) => {
      expect(readSalary(text, 'US')).toBeUndefined()
    },
  )

  test('dollars outside the United States are not guessed at', () => {
    expect(readSalary('$120,000 - $150,000', 'CA')).toBeUndefined()
  })
})
