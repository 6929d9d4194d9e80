import type { PublicJob } from '../../../contract/jobs/job.ts'
import { publishedOn } from '../../../contract/jobs/job-statuses.ts'
import { payText, statedPay } from '../../../contract/jobs/place-and-pay/pay-text.ts'
import { formatReference } from '../../../contract/wire/reference.ts'
import type { PublishedPosting } from '../jobs/published-postings.ts'
import { indeedHtml } from './feed-markup.ts'
import { type FeedPieces, type FeedSource, latestChange, postingLink } from './feed-source.ts'
import { jobBoardPlace } from './posting-place.ts'
import { cdata, cdataElement, element, rfc822Date } from './xml-text.ts'

const JOB_TYPES = {
  'Full-time': 'fulltime',
  'Part-time': 'parttime',
  Contract: 'contract',
  Internship: 'internship',
} as const satisfies Record<PublicJob['jobType'], string>

const REMOTE_TYPES = { remote: 'Fully remote', hybrid: 'Hybrid remote', on_site: null } as const

/** The open postings in Indeed's XML (docs.indeed.com, XML feed reference), each with every element that is required. */
export function* indeedFeed(source: FeedSource): FeedPieces {
  const { company, publicUrl } = source
  const latest = latestChange(source)
  yield [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<source>',
    element('publisher', company.name),
    element('publisherurl', `${publicUrl}/`),
    latest ? element('lastBuildDate', rfc822Date(latest)) : '',
    '',
  ].join('\n')
  for (const published of source.postings) yield posting(source, published)
  yield '</source>\n'
}

function posting(source: FeedSource, published: PublishedPosting): string {
  const { company } = source
  const { job } = published
  const place = jobBoardPlace(published, company)
  const pay = statedPay(job)
  const lines = [
    '<job>',
    cdataElement('title', job.title),
    cdataElement('date', publishedOn(job)),
    cdataElement('referencenumber', formatReference('JOB', job.id)),
    cdataElement('requisitionid', formatReference('JOB', job.id)),
    cdataElement('url', postingLink(source, job, 'indeed')),
    cdataElement('company', company.name),
    cdataElement('sourcename', company.name),
    // Required elements stay, also empty ones.
    `<city>${cdata(place.city)}</city>`,
    `<state>${cdata(place.region)}</state>`,
    `<country>${cdata(place.country)}</country>`,
    cdataElement('postalcode', place.postalCode),
    cdataElement('email', company.email),
    cdataElement('description', indeedHtml(job)),
    cdataElement('salary', pay ? payText(pay) : job.salaryRange),
    cdataElement('jobtype', JOB_TYPES[job.jobType]),
    cdataElement('category', job.department),
    cdataElement('remotetype', place.workplace && REMOTE_TYPES[place.workplace]),
    cdataElement('expirationdate', job.closingDate),
    '</job>',
  ]
  return `${lines.filter((line) => line !== '').join('\n')}\n`
}
