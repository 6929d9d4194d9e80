import { describe, expect, test } from 'vitest'
import type { PublicJob } from '../contract/jobs/job.ts'
import { NO_FACTS } from '../contract/jobs/job-facts.ts'
import { readPlaceAndPay } from '../contract/jobs/place-and-pay/job-pay.ts'
import { readJobFilter } from '../contract/jobs/search/job-filter.ts'
import { prepareJobs, searchJobs } from '../contract/jobs/search/job-search.ts'
import { landingSchema } from '../contract/site/company-landing.ts'
import type { PageData } from '../contract/site/page-data.ts'
import { render } from './entry-server.tsx'

const job = {
  id: 7,
  title: 'Ignition Developer',
  jobType: 'Full-time',
  location: 'Midland, Texas',
  department: null,
  salaryRange: null,
  description: '## Job Overview\nBuild <b>screens</b>.',
  requirements: '- Python',
  benefits: null,
  status: 'active',
  isActive: true,
  ...NO_FACTS,
  createdAt: '2025-06-13T04:17:00.000Z',
}

function dataWith(responses: PageData['responses']): PageData {
  return {
    company: {
      name: 'Permian Edge',
      legalName: 'Permian Edge, LLC',
      blurb: 'We build.',
      founder: 'M. Etcheverry',
      phone: '+1 432 555 0117',
      email: 'careers@example.com',
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
    responses,
  }
}

function listOf(jobs: object[]) {
  return {
    ...searchJobs(prepareJobs(jobs as PublicJob[], dataWith({}).company.address), readJobFilter('')),
    tag: 'W/"1"',
  }
}

describe('rendering on the server', () => {
  test('the landing page lists the positions of its data and has the application form', () => {
    const page = render('/', dataWith({ '/': listOf([job]) }))
    expect(page.status).toBe(200)
    expect(page.html).toContain('Ignition Developer')
    expect(page.html).toContain('June 13, 2025')
    expect(page.html).toContain('Submit Application')
  })

  test('the landing page says how soon applicants are answered, and how soon they really were once that is measured', () => {
    const data = dataWith({})
    expect(render('/', data).html).not.toContain('(median of')
    const { html } = render('/', { ...data, promise: { answerWithinDays: 5, medianDays: 4, decisions: 23 } })
    expect(html).toContain('You hear from us either way, within 5 days.')
    expect(html.replaceAll('<!-- -->', '')).toContain('We answer in 4 days (median of our last 23 decisions).')
  })

  test('the landing page says that it is loading where the list could not be read, and when there is none', () => {
    expect(render('/', dataWith({})).html).toContain('Loading available positions...')
    expect(render('/', dataWith({ '/': listOf([]) })).html).toContain(
      'No active job postings at the moment. Please check back soon for new opportunities.',
    )
  })

  test('a posting shows its text as text and carries its structured data', () => {
    const data = dataWith({ '/api/jobs/7': job })
    const placeAndPay = readPlaceAndPay(job, data.company.address)
    const page = render('/jobs/7', { ...data, placeAndPay })
    expect(page.status).toBe(200)
    expect(page.html).toContain('Build &lt;b&gt;screens&lt;/b&gt;.')
    expect(page.head).toContain('application/ld+json')
    expect(page.head).toContain('https://jobs.example.com/jobs/7')
  })

  test.each(['/jobs/8', '/jobs/0', '/jobs/seven', '/jobs/2147483648'])('%s is a posting that is not there', (path) => {
    const page = render(path, dataWith({ '/jobs/:id': null }))
    expect(page.status).toBe(404)
    expect(page.html).toContain('Job Not Found')
    expect(page.head).toContain('noindex')
  })

  test('an unknown path is not found', () => {
    const page = render('/nowhere', dataWith({}))
    expect(page.status).toBe(404)
    expect(page.html).toContain('404 Page Not Found')
    expect(page.html).toContain('Did you forget to add the page to the router?')
  })

  test('no page carries an inline style or script', () => {
    for (const path of ['/', '/jobs/7', '/recovery', '/admin/login', '/admin/setup', '/admin', '/nowhere']) {
      const { html } = render(path, dataWith({ '/api/jobs/7': job, '/api/jobs?active=true': [job] }))
      expect(html, path).not.toMatch(/ style=|<style|<script/)
    }
  })
})
