import type { PublicJob } from '../../../contract/jobs/job.ts'
import { publishedOn } from '../../../contract/jobs/job-statuses.ts'
import type { Pay } from '../../../contract/jobs/place-and-pay/salary-text.ts'
import type { PublishedPosting } from '../jobs/published-postings.ts'
import { linkedinHtml } from './feed-markup.ts'
import { type FeedPieces, type FeedSource, latestChange, postingLink } from './feed-source.ts'
import { jobBoardPlace } from './posting-place.ts'
import { cdataElement, element, rfc822Date } from './xml-text.ts'

const JOB_TYPES = {
  'Full-time': 'FULL_TIME',
  'Part-time': 'PART_TIME',
  Contract: 'CONTRACT',
  Internship: 'INTERNSHIP',
} as const satisfies Record<PublicJob['jobType'], string>

const WORKPLACES = { remote: 'Remote', hybrid: 'Hybrid', on_site: 'On-site' } as const
const PERIODS = { hour: 'HOURLY', day: 'DAILY', week: 'WEEKLY', month: 'MONTHLY', year: 'YEARLY' } as const

/** The open postings in LinkedIn's XML (learn.microsoft.com, Talent Solutions, XML feeds development guide). */
export function* linkedinFeed(source: FeedSource): FeedPieces {
  const { company, publicUrl, postings } = source
  const latest = latestChange(source)
  yield [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<source>',
    latest ? element('lastBuildDate', rfc822Date(latest)) : '',
    element('publisherUrl', `${publicUrl}/`),
    element('publisher', company.name),
    element('expectedJobCount', String(postings.length)),
    '',
  ].join('\n')
  for (const published of postings) yield posting(source, published)
  yield '</source>\n'
}

function posting(source: FeedSource, published: PublishedPosting): string {
  const { company } = source
  const { job, pay } = published
  const place = jobBoardPlace(published, company)
  const lines = [
    '<job>',
    cdataElement('partnerJobId', String(job.id)),
    cdataElement('company', company.name),
    cdataElement('title', job.title),
    cdataElement('description', linkedinHtml(job)),
    cdataElement('applyUrl', postingLink(source, job, 'linkedin')),
    cdataElement('location', job.location),
    cdataElement('city', place.city),
    cdataElement('state', place.region),
    cdataElement('country', place.country),
    cdataElement('postalCode', place.postalCode),
    cdataElement('workplaceTypes', place.workplace && WORKPLACES[place.workplace]),
    cdataElement('jobtype', JOB_TYPES[job.jobType]),
    pay ? salaries(pay) : '',
    cdataElement('posterEmail', company.email),
    cdataElement('listDate', monthDayYear(publishedOn(job))),
    cdataElement('expirationDate', job.closingDate && monthDayYear(job.closingDate)),
    '</job>',
  ]
  return `${lines.filter((line) => line !== '').join('\n')}\n`
}

function salaries({ min, max, currency, period }: Pay): string {
  const end = (name: string, amount: number | null) => {
    // LinkedIn reads whole numbers, and must not get more than the posting promises.
    const whole = Math.floor(amount ?? 0)
    const parts = cdataElement('amount', String(whole)) + cdataElement('currencyCode', currency)
    return whole === 0 ? '' : `<${name}>${parts}</${name}>`
  }
  const range = end('highEnd', max) + end('lowEnd', min)
  if (range === '') return ''
  const kind = cdataElement('period', PERIODS[period]) + cdataElement('type', 'BASE_SALARY')
  return `<salaries><salary>${range}${kind}</salary></salaries>`
}

/** A date as LinkedIn reads it, in UTC. */
function monthDayYear(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-')
  return `${month}/${day}/${year}`
}
